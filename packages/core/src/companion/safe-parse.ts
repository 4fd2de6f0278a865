/** Returns a refusal instead of throwing it. */

import { asParlanceError } from "../codec/decode.js";
import type { ParlanceError } from "../errors/parlance-error.js";
import { ParseError } from "../errors/parse-error.js";
import { ValidationError } from "../errors/validation-error.js";

export type SafeParseResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ValidationError };

/** A value, or the error that says why there is none. */
export type SafeDecodeResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ParlanceError };

/** What `decode` returns, or the error that it throws. Never throws, whatever is thrown. */
export function safelyDecoded<Value>(decode: () => Value): SafeDecodeResult<Value> {
  try {
    return { ok: true, value: decode() };
  } catch (error) {
    return { ok: false, error: asParlanceError(error) };
  }
}

/** What `parse` returns, or the refusal that it throws; anything else that is thrown is a defect and stays one. */
export function safelyParsed<Value>(parse: () => Value): SafeParseResult<Value> {
  try {
    return { ok: true, value: parse() };
  } catch (error) {
    if (error instanceof ValidationError) return { ok: false, error };
    // A value has no text to point into: what the reader of texts refuses is an issue like any other.
    if (error instanceof ParseError) return { ok: false, error: issueOf(error) };
    throw error;
  }
}

function issueOf({ code, rule }: ParseError): ValidationError {
  return new ValidationError([{ code, path: "", keyword: "", expected: "a value within the limits", found: rule }]);
}
