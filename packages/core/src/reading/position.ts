/** Lines and columns of places in an input. */

import type { Position } from "../errors/parse-error.js";

/** The place of an offset in a text; lines end with LF. */
export function positionIn(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0 && end < offset; end = text.indexOf("\n", start)) {
    line += 1;
    start = end + 1;
  }
  return { offset, line, column: offset - start + 1 };
}

/** The place of an offset in bytes; lines end with LF. */
export function positionInBytes(bytes: Uint8Array, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0 && end < offset; end = bytes.indexOf(10, start)) {
    line += 1;
    start = end + 1;
  }
  return { offset, line, column: offset - start + 1 };
}
