/** Pieces of text or of UTF-8 bytes, read alike: whatever gives JSON its structure is one unit in both. */

import { isSpace } from "../reading/read-text.js";

export type Chunk = string | Uint8Array;

export const LINE_FEED = 0x0a;

/** The UTF-16 code unit or the byte at an index. */
export function unitAt(chunk: Chunk, index: number): number {
  return typeof chunk === "string" ? chunk.charCodeAt(index) : (chunk[index] as number);
}

/** The index of the next line feed, or the length. */
export function endOfLine(chunk: Chunk, from: number): number {
  const index = typeof chunk === "string" ? chunk.indexOf("\n", from) : chunk.indexOf(LINE_FEED, from);
  return index < 0 ? chunk.length : index;
}

/** The index of the next quote, backslash or line feed, or the length: what comes before is mere text of a string. */
export function endOfText(chunk: Chunk, from: number): number {
  let at = from;
  if (typeof chunk === "string") while (at < chunk.length && isText(chunk.charCodeAt(at))) at += 1;
  else while (at < chunk.length && isText(chunk[at] as number)) at += 1;
  return at;
}

function isText(unit: number): boolean {
  return unit !== 0x22 && unit !== 0x5c && unit !== LINE_FEED;
}

export function slice(chunk: Chunk, from: number, to: number): Chunk {
  return typeof chunk === "string" ? chunk.slice(from, to) : chunk.subarray(from, to);
}

/** One chunk of many of the same kind. */
export function join(chunks: readonly Chunk[]): Chunk {
  const [first = ""] = chunks;
  if (chunks.length < 2) return first;
  return typeof first === "string" ? chunks.join("") : joinBytes(chunks as readonly Uint8Array[]);
}

function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Without white space around it. */
export function trim(chunk: Chunk): Chunk {
  let from = 0;
  let to = chunk.length;
  while (from < to && isSpace(unitAt(chunk, from))) from += 1;
  while (to > from && isSpace(unitAt(chunk, to - 1))) to -= 1;
  return slice(chunk, from, to);
}
