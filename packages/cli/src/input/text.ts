/** Makes text of a record's bytes, only where they are UTF-8. */

import { isUtf8 } from "node:buffer";

const REPLACEMENT = "\ufffd";

/** The text of bytes `start` to `end`, or undefined where they are not UTF-8. */
export function textOfBytes(bytes: Buffer, start: number, end: number): string | undefined {
  const text = bytes.toString("utf8", start, end);
  // Decoding puts U+FFFD in place of what is not UTF-8; only then is a look at the bytes worth its time.
  return text.includes(REPLACEMENT) && !isUtf8(bytes.subarray(start, end)) ? undefined : text;
}
