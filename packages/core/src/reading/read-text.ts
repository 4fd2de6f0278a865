/** Input of any kind to text within the limits. */

import { ParseError } from "../errors/parse-error.js";
import { exceedsBytes } from "./size.js";
import { decodeUtf8 } from "./utf8.js";

/** The largest record, in UTF-8 bytes, unless the caller says otherwise: 64 MiB. */
export const MAX_BYTES = 67_108_864;

/**
 * The text of a string or of UTF-8 bytes.
 * @throws ParseError: not_text, too_large, not_utf8.
 */
export function readText(input: string | Uint8Array, maxBytes: number): string {
  if (typeof input === "string") {
    if (exceedsBytes(input, maxBytes)) throw tooLarge(maxBytes);
    return input;
  }
  if (!isBytes(input)) throw new ParseError("not_text", "the input is neither a string nor bytes");
  if (input.byteLength > maxBytes) throw tooLarge(maxBytes);
  return decodeUtf8(input);
}

export function tooLarge(maxBytes: number): ParseError {
  return new ParseError("too_large", `larger than ${maxBytes} bytes`);
}

/** Bytes of another realm, such as a frame's, are bytes too. */
export function isBytes(input: unknown): input is Uint8Array {
  return ArrayBuffer.isView(input) && Object.prototype.toString.call(input) === "[object Uint8Array]";
}

/** The text without white space around it, which is not a part of the value. */
export function trimmedText(text: string): string {
  if (!isSpace(text.charCodeAt(0)) && !isSpace(text.charCodeAt(text.length - 1))) return text;
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text.charCodeAt(from))) from += 1;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Whether a UTF-16 code unit or a byte is white space between JSON tokens. */
export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
