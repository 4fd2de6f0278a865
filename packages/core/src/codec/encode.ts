/** Messages to JSON text. */

import { ParlanceError } from "../errors/parlance-error.js";
import { ValidationError } from "../errors/validation-error.js";
import { CURRENT_VERSION, encodeMessage, isKnownType } from "../generated/codec.gen.js";
import { isMessage } from "../generated/decoded.gen.js";
import type { Message } from "../generated/types.gen.js";
import { isJson } from "../runtime/check.js";
import { MAX_DEPTH } from "../runtime/freeze.js";
import type { JsonObject } from "../runtime/json.js";
import { InexactNumberError, stringifyJson } from "../runtime/number-text.js";
import { isMarked, textOf } from "../runtime/source-text.js";
import { encodeUnknown, MissingOriginalError } from "../runtime/unknown.js";
import { defect, kindOf } from "./envelope.js";
import type { Explain } from "./options.js";
import { PARSE_KEYWORD } from "./record.js";
import type { InvalidMessage } from "./results.js";

/**
 * The JSON text of a message: the very text it was decoded from, or a new one in canonical order.
 * @throws ValidationError for a value that is no valid message, so that nothing is written that would be refused on reading.
 */
export function encodeCurrent(message: Message | InvalidMessage, explain: Explain): string {
  if (typeof message !== "object" || message === null) {
    throw defect("wrong_type", "", "type", "object", kindOf(message));
  }
  const kept = textOf(message);
  if (kept !== undefined) return kept;
  try {
    return encodeAnew(message as unknown as JsonObject, explain);
  } catch (error) {
    throw asRefusal(error);
  }
}

function encodeAnew(message: JsonObject, explain: Explain): string {
  if (message.type === "unknown") return encodeUnknown(message);
  if (message.type === "invalid") return encodeInvalid(message as unknown as InvalidMessage);
  if (!isMarked(message) || !isKnownType(CURRENT_VERSION, message.type as string)) assertMessage(message, explain);
  return encodeMessage(CURRENT_VERSION, message.type as string, message);
}

/** What the codec made is valid; anything else is looked at before it is written. */
function assertMessage(message: JsonObject, explain: Explain): void {
  // The verdict on a type leaves fields that it does not know alone.
  if (isMessage(message) && isJson(message, MAX_DEPTH)) return;
  const issues = explain(CURRENT_VERSION, "Message", message);
  if (issues.length > 0) throw new ValidationError(issues);
  throw defect("not_decoded", "", "", "a message in its decoded form, with nothing but JSON in it", "another object");
}

/** What could not be parsed is kept as raw text. */
function encodeInvalid({ issues, original }: InvalidMessage): string {
  const isRaw = issues[0]?.keyword === PARSE_KEYWORD;
  // What was too long is not kept, and what is not UTF-8 is not kept as it was.
  if (isRaw && (original === null || issues[0]?.code === "not_utf8")) throw new MissingOriginalError();
  if (isRaw && typeof original === "string") return original;
  return stringifyJson(original);
}

function asRefusal(error: unknown): unknown {
  if (ParlanceError.isInstance(error)) return error;
  if (error instanceof InexactNumberError) {
    return defect("inexact_number", "", "", "numbers that a double can hold, or a frozen message", "an inexact number");
  }
  if (error instanceof MissingOriginalError) {
    return defect("missing_original", "", "", "an unknown value with its original", "no original");
  }
  // The engine's own message would name keys: a cycle, or nesting without end.
  return defect("not_json_value", "", "", "JSON values", "something else");
}
