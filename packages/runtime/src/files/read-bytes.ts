/** The bytes of a file, under the same policy as its text. */

import { type AllowedFile, withAllowedFile } from "./allowed-file.js";
import { FileAccessError } from "./file-access-error.js";
import type { FileOptions } from "./file-options.js";
import type { FileSystem, OpenFile } from "./file-system.js";

/** A whole file. */
export interface AllowedBytes {
  readonly bytes: Uint8Array;
  /** Its path from the workspace's real folder, with forward slashes; undefined when it is elsewhere. */
  readonly resolved_path: string | undefined;
}

/**
 * Reads a file whole, of at most the policy's `max_file_bytes`.
 *
 * @throws FileAccessError; ValidationError about the options; the signal's reason.
 */
export function readAllowedBytes(path: string, options: FileOptions, files?: FileSystem): Promise<AllowedBytes> {
  return withAllowedFile(path, options, wholeFile, files);
}

async function wholeFile(file: AllowedFile): Promise<AllowedBytes> {
  const bytes = new Uint8Array(file.stat.size);
  let length = 0;
  for await (const piece of pieces(file)) {
    bytes.set(piece, length);
    length += piece.length;
  }
  return { bytes, resolved_path: file.inWorkspace };
}

/** Memory that a read fills. */
const PIECE_BYTES = 262_144;

/**
 * The bytes of an open file, in as many as it had when it was opened. Each piece is overwritten by the next, and only the last is
 * smaller than the others.
 *
 * @throws FileAccessError `changed` when it has fewer or more; the signal's reason.
 */
export async function* pieces({ open, stat, signal }: AllowedFile): AsyncGenerator<Uint8Array, void, undefined> {
  const memory = new Uint8Array(Math.min(PIECE_BYTES, stat.size + 1));
  for (let left = stat.size; ; ) {
    // One byte more than there should be, to see whether there is.
    const wanted = memory.subarray(0, left + 1);
    const filled = await fill(wanted, open, signal);
    left -= filled;
    if (left < 0) throw new FileAccessError("changed");
    if (filled > 0) yield wanted.subarray(0, filled);
    if (filled === wanted.length) continue;
    if (left > 0) throw new FileAccessError("changed");
    return;
  }
}

/** A read may give less than there is; only nothing is the end. */
async function fill(memory: Uint8Array, open: OpenFile, signal: AbortSignal): Promise<number> {
  let filled = 0;
  while (filled < memory.length) {
    signal.throwIfAborted();
    const count = await open.read(memory.subarray(filled));
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
