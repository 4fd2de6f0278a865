/** Whether a file is still what was read of it. */

import { createHash } from "node:crypto";
import type { AllowedFile } from "./allowed-file.js";
import { FileAccessError } from "./file-access-error.js";
import { fillMemory, PIECE_BYTES } from "./fill.js";

/**
 * As far as size and time of the file tell. Of one that has grown, what was read may still be its beginning, where there is a digest of it.
 *
 * @throws FileAccessError `changed`; the signal's reason.
 */
export async function confirmUnwritten(file: AllowedFile): Promise<void> {
  const { open, stat, digest } = file;
  const isLonger = (await open.read(new Uint8Array(1))) > 0;
  const after = await open.stat();
  if (!isLonger && after.size === stat.size && after.modified === stat.modified) return;
  const hasGrown = after.size > stat.size;
  if (hasGrown && digest !== undefined && (await digestAgain(file)) === digest.digest("hex")) return;
  throw new FileAccessError("changed");
}

/** Of the bytes that the file had when it was opened, read anew. */
async function digestAgain({ open, stat: { size }, signal }: AllowedFile): Promise<string> {
  const digest = createHash("sha256");
  const memory = new Uint8Array(Math.min(PIECE_BYTES, size));
  for (let at = 0; at < size; at += memory.length) {
    const wanted = memory.subarray(0, size - at);
    digest.update(wanted.subarray(0, await fillMemory(wanted, open, signal, at)));
  }
  return digest.digest("hex");
}
