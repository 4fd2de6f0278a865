/** Reads into memory until it is full. */

import type { OpenFile } from "./file-system.js";

/** Memory that is filled at a time, in bytes. */
export const PIECE_BYTES = 262_144;

/**
 * A read may give less than there is; only nothing is the end.
 *
 * @param at Where to begin; undefined to read on.
 * @returns How many bytes there were.
 */
export async function fillMemory(
  memory: Uint8Array,
  open: OpenFile,
  signal: AbortSignal,
  at?: number,
): Promise<number> {
  let filled = 0;
  while (filled < memory.length) {
    signal.throwIfAborted();
    const count = await open.read(memory.subarray(filled), at === undefined ? undefined : at + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
