/** UTF-8 bytes to text, with the place of the first byte that is not UTF-8. */

import { ParseError } from "../errors/parse-error.js";
import { newUtf8Decoder, strictUtf8 } from "./platform.js";
import { positionInBytes } from "./position.js";

/** Throws `ParseError` with the code `not_utf8`, or `not_text` in an engine that has no decoder; a byte order mark stays in the text. */
export function decodeUtf8(bytes: Uint8Array): string {
  const decoder = strictUtf8();
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ParseError("not_utf8", "the bytes are not UTF-8", positionInBytes(bytes, validLength(bytes)));
  }
}

/** How many bytes from the start are good: halving finds it, since whatever follows a bad byte is bad. */
function validLength(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (mayGoOn(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/** Whether bytes are UTF-8 that may end within a character. */
function mayGoOn(bytes: Uint8Array): boolean {
  try {
    newUtf8Decoder().decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
