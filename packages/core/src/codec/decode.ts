/** One text to one message. */

import { ParlanceError } from "../errors/parlance-error.js";
import { ParseError } from "../errors/parse-error.js";
import type { Message } from "../generated/types.gen.js";
import { parseJson } from "../reading/parse.js";
import { readText } from "../reading/read-text.js";
import { assertStrict } from "../reading/strict.js";
import { decodeTree } from "./decode-tree.js";
import type { Settings } from "./options.js";
import type { SafeResult } from "./results.js";

/** @throws ParseError or ValidationError. */
export function decodeText(input: string | Uint8Array, settings: Settings): Message {
  const text = readRecord(input, settings.maxBytes, settings.strict);
  return decodeTree(parseJson(text), text, settings);
}

/** The text of a record within the limits, without a byte order mark; strict reading refuses the mark. Throws ParseError. */
export function readRecord(input: string | Uint8Array, maxBytes: number, strict: boolean): string {
  const text = readText(input, maxBytes);
  if (strict) assertStrict(text);
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** As `decodeText`, with the error in the result. Never throws, whatever the input. */
export function safeDecodeText(input: string | Uint8Array, settings: Settings): SafeResult {
  try {
    return { ok: true, value: decodeText(input, settings) };
  } catch (error) {
    return { ok: false, error: asParlanceError(error) };
  }
}

/** A fault of the engine, such as running out of stack, is told like any other, without its message. */
export function asParlanceError(error: unknown): ParlanceError {
  return ParlanceError.isInstance(error) ? error : new ParseError("not_json", "the input could not be read");
}
