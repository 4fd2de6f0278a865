/** Systems in which something happens while a file is looked at, opened or read. */

import { expect } from "vitest";
import { type FileSystem, type OpenFile, systemFiles } from "../../src/files/file-system.js";
import type { FileOptions } from "../../src/files/index.js";
import { resolveFileWith } from "../../src/files/resolve-file.js";
import { reference, SECRET } from "./folder.js";

/** Does something right after the file was opened, each time. */
export const afterOpen = (act: (open: OpenFile) => void, files: FileSystem = systemFiles): FileSystem => ({
  ...files,
  open: async (path) => {
    const open = await files.open(path);
    act(open);
    return open;
  },
});

/** Does something the first time alone. */
export function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** The content of a file, or the code of the error in its place; a secret is never told. */
export async function outcomeOf(path: string, options: FileOptions, files: FileSystem): Promise<string | undefined> {
  const resolved = await resolveFileWith(reference(path), options, files);
  expect(JSON.stringify(resolved)).not.toContain(SECRET);
  return resolved.data.resolution.error?.code ?? resolved.data.resolution.content;
}
