/** Pieces of text or of UTF-8 bytes, read alike: whatever gives JSON its structure is one unit in both. */

import { isSpace } from "../reading/read-text.js";

export type Chunk = string | Uint8Array;

/** Makes one chunk of many, in memory of its own. */
export type Join<Piece extends Chunk> = (pieces: readonly Piece[]) => Piece;

export const LINE_FEED = 0x0a;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_ARRAY = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** How many units become characters in one call: engines limit the arguments of a call, and all of them take so many. */
const UNITS_OF_A_CALL = 4096;

/** What closes what a unit opens; undefined where it opens nothing. */
export function closerOf(unit: number): number | undefined {
  if (unit === OPEN_OBJECT) return CLOSE_OBJECT;
  return unit === OPEN_ARRAY ? CLOSE_ARRAY : undefined;
}

/** The UTF-16 code unit or the byte at an index. */
export function unitAt(chunk: Chunk, index: number): number {
  return typeof chunk === "string" ? chunk.charCodeAt(index) : (chunk[index] as number);
}

export function sliceOfChunk<Piece extends Chunk>(chunk: Piece, from: number, to: number): Piece {
  return (typeof chunk === "string" ? chunk.slice(from, to) : chunk.subarray(from, to)) as Piece;
}

/** A part as text with one character for each unit, in which the structure of JSON is as it was. */
export function textOfUnits(chunk: Chunk, from: number, to: number): string {
  if (typeof chunk === "string") return chunk.slice(from, to);
  let text = "";
  for (let at = from; at < to; at += UNITS_OF_A_CALL)
    text += String.fromCharCode(...chunk.subarray(at, Math.min(to, at + UNITS_OF_A_CALL)));
  return text;
}

/** Of chunks of the same kind. */
export function joinChunks(chunks: readonly Chunk[]): Chunk {
  return typeof chunks[0] === "object" ? joinBytes(chunks as readonly Uint8Array[]) : chunks.join("");
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

/** Where a part of a chunk ends without the white space at its end. */
export function withoutSpace(chunk: Chunk, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(unitAt(chunk, end - 1))) end -= 1;
  return end;
}

/** The index of the next line feed, or the length. */
export function endOfLine(chunk: Chunk, from: number): number {
  const index = typeof chunk === "string" ? chunk.indexOf("\n", from) : chunk.indexOf(LINE_FEED, from);
  return index < 0 ? chunk.length : index;
}
