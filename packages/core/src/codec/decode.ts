/** One text to one message. */

import { ParlanceError } from "../errors/parlance-error.js";
import { ParseError } from "../errors/parse-error.js";
import type { Message } from "../generated/types.gen.js";
import { parseJson } from "../reading/parse.js";
import { readText } from "../reading/read-text.js";
import { assertStrict } from "../reading/strict.js";
import { decodeTree } from "./decode-tree.js";
import { type DecodeOptions, type Settings, settingsOf } from "./options.js";
import type { SafeResult } from "./results.js";

const DEFAULTS: Settings = /* @__PURE__ */ settingsOf();

/**
 * The message in a JSON text or its UTF-8 bytes, of any version, as a message of the current version. A type that this version
 * does not know becomes an `UnknownMessage`; a message of a newer version that reads as a current one keeps its number.
 * @throws ParseError when the input is not one readable JSON text.
 * @throws ValidationError when a known type has a malformed body, or the text holds no message at all.
 */
export function decode(input: string | Uint8Array, options?: DecodeOptions): Message {
  const settings = options === undefined ? DEFAULTS : settingsOf(options);
  const text = readRecord(input, settings.maxBytes, settings.strict);
  return decodeTree(parseJson(text), text, settings);
}

/** The text of a record within the limits, without a byte order mark; strict reading refuses the mark. Throws ParseError. */
export function readRecord(input: string | Uint8Array, maxBytes: number, strict: boolean): string {
  const text = readText(input, maxBytes);
  if (strict) assertStrict(text);
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** As `decode`, with the error in the result. Never throws, whatever the input. */
export function safeDecode(input: string | Uint8Array, options?: DecodeOptions): SafeResult {
  try {
    return { ok: true, value: decode(input, options) };
  } catch (error) {
    return { ok: false, error: asParlanceError(error) };
  }
}

/** A fault of the engine, such as running out of stack, is told like any other, without its message. */
export function asParlanceError(error: unknown): ParlanceError {
  return ParlanceError.isInstance(error) ? error : new ParseError("not_json", "the input could not be read");
}
