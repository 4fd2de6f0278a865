/** How much of an answer the contract can hold. */

import { ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";

/** The longest text, in UTF-16 code units, which are at least as many as its code points. */
export const MAX_TEXT = 16_777_216;

/** The most characters of bytes in base64. */
export const MAX_BASE64 = 67_108_864;

/** The most parts of a message. */
export const MAX_PARTS = 65_536;

/** @param expected What there may be. */
export function tooLong(expected: string): ValidationError {
  return new ValidationError([issue("too_long", "/content", expected, "more")]);
}
