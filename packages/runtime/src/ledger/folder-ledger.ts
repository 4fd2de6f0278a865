/** A ledger in a folder: a file for each call that has begun, which only one process can make. */

import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ValidationError } from "@parlance/core";
import { issue, typeName } from "@parlance/core/internal";
import { safeMember } from "../shared/safe-member.js";
import type { ReplayLedger } from "../tools/replay-ledger.js";
import { LedgerError } from "./ledger-error.js";

/**
 * A ledger that several processes may share, and that outlives them: whoever makes the file of a call may run it, and nobody else ever, also
 * when that process ends before the call does. Each file is named by the SHA-256 of its key, holds the key, and is on the disk before the
 * answer. Other files in the folder are left alone.
 *
 * The folder has to be on a disk of this machine: file systems of a network may let two of their machines make one file.
 *
 * @param folder Made, with those above it, before the first call begins. One that vanishes later lets no call begin.
 * @returns Its `begin` rejects with a LedgerError where a file cannot be made.
 * @throws ValidationError
 */
export function createFolderLedger(folder: string): ReplayLedger {
  const path = folderPath(folder);
  let isMade = false;
  return Object.freeze({
    async begin(key: string): Promise<boolean> {
      try {
        if (!isMade) await mkdir(path, { recursive: true });
        isMade = true;
        return await claim(path, key);
      } catch (error) {
        throw new LedgerError(codeOf(error));
      }
    },
  });
}

/** Absolute, so that it stays the same wherever the program goes. */
function folderPath(folder: unknown): string {
  if (typeof folder === "string" && folder !== "" && !folder.includes("\0")) return resolve(folder);
  throw new ValidationError([issue("not_allowed_value", "/folder", "the path of a folder", typeName(folder))]);
}

/** @returns False where there is something already, whatever it is: in doubt a call has begun. */
async function claim(folder: string, key: string): Promise<boolean> {
  const file = join(folder, createHash("sha256").update(key).digest("hex"));
  const claimed = await opened(file);
  if (claimed === undefined) return false;
  try {
    await claimed.writeFile(`${key}\n`);
    await claimed.sync();
    await syncFolder(folder);
    return true;
  } catch (error) {
    // The call does not run: it may begin later.
    await unlink(file).catch(() => undefined);
    throw error;
  } finally {
    await claimed.close().catch(() => undefined);
  }
}

/** The one step that decides: the system makes the file for one of all who want to, and follows no link to do so. */
async function opened(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, "wx");
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  }
}

/** That a file is there is on the disk only when its folder is; Windows cannot be asked for that. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string {
  const code = safeMember(error, "code");
  return typeof code === "string" ? code : "unknown";
}
