/** A workspace in a temporary folder, with something beside it that nobody may read. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FileReferenceMessage as Made } from "@parlance/builders";
import { CURRENT_VERSION, type FileReferenceMessage, FileReferenceMessage as References } from "@parlance/core";
import { afterAll, expect } from "vitest";
import type { FileAccessError, FileOptions } from "../../src/files/index.js";

/** Stands in every file outside of the workspace. */
export const SECRET = "s3cret-content";

export interface Folder {
  /** The workspace. */
  readonly root: string;
  /** A folder beside it, with `secret.txt`. */
  readonly outside: string;
  /** A planner with the workspace and the default policy. */
  readonly options: FileOptions;
  /** Writes a file of the workspace, and the folders above it. */
  write(path: string, content: string | Uint8Array): string;
}

/** Is taken away when the tests of the file are over. */
export function makeFolder(): Folder {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "parlance-files-")));
  const root = join(base, "workspace");
  const outside = join(base, "workspace-beside");
  mkdirSync(root);
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.txt"), `${SECRET}\n`);
  afterAll(() => rmSync(base, { recursive: true, force: true }));
  return {
    root,
    outside,
    options: { workspace: root, role: "planner", logger: { warn() {} } },
    write(path, content) {
      const full = join(root, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      return full;
    },
  };
}

/** A reference to a file that was not read yet, at a known time. */
export function reference(path: string, start_line?: number, end_line?: number): FileReferenceMessage {
  return Made.create(path, { start_line, end_line, id: ID, now: () => 0 });
}

const ID = "00000000-0000-4000-8000-000000000003";

/** A reference as it may come from elsewhere: valid by the schema, but not made by a factory. */
export function foreignReference(data: object): FileReferenceMessage {
  const created_at = "1970-01-01T00:00:00.000Z";
  return References.parse({ type: "file_reference", schema_version: CURRENT_VERSION, id: ID, created_at, data });
}

/** The error that a promise rejects with; fails when it resolves. */
export async function errorOf(promise: Promise<unknown>): Promise<FileAccessError> {
  try {
    await promise;
  } catch (error) {
    return error as FileAccessError;
  }
  return expect.unreachable("nothing was refused");
}
