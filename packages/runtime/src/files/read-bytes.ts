/** The bytes of a file, under the same policy as its text. */

import { type AllowedFile, withAllowedFile } from "./allowed-file.js";
import { FileAccessError } from "./file-access-error.js";
import type { FileOptions } from "./file-options.js";
import type { FileSystem } from "./file-system.js";
import { fillMemory, PIECE_BYTES } from "./fill.js";

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

/**
 * The bytes of an open file, as many as it had when it was opened. Each piece is overwritten by the next, and only the last is
 * smaller than the others.
 *
 * @throws FileAccessError `changed` when it has fewer; the signal's reason.
 */
export async function* pieces({
  open,
  stat,
  signal,
  digest,
}: AllowedFile): AsyncGenerator<Uint8Array, void, undefined> {
  const memory = new Uint8Array(Math.min(PIECE_BYTES, stat.size));
  for (let left = stat.size; left > 0; left -= memory.length) {
    const wanted = memory.subarray(0, left);
    if ((await fillMemory(wanted, open, signal)) < wanted.length) throw new FileAccessError("changed");
    digest?.update(wanted);
    yield wanted;
  }
}
