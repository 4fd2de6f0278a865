/** Messages to JSON text. */

import { ParlanceError } from "../errors/parlance-error.js";
import { ValidationError } from "../errors/validation-error.js";
import { CURRENT_VERSION, encodeMessage, isKnownType } from "../generated/codec.gen.js";
import { isMessage } from "../generated/decoded.gen.js";
import type { Message } from "../generated/types.gen.js";
import { isJson, typeName } from "../runtime/check.js";
import { isWithinDepth, MAX_DEPTH, SHALLOW } from "../runtime/freeze.js";
import type { JsonObject, JsonValue } from "../runtime/json.js";
import { InexactNumberError, stringifyJson } from "../runtime/number-text.js";
import { isMarked, textOf } from "../runtime/source-text.js";
import { encodeUnknown, MissingOriginalError } from "../runtime/unknown.js";
import { written } from "../runtime/written.js";
import { assertTagged, defect, versionOf } from "./envelope.js";
import type { Explain } from "./options.js";
import { PARSE_KEYWORD } from "./record.js";
import type { InvalidMessage } from "./results.js";
import { isValid, kindOfRecord, refusal } from "./verdict.js";

/**
 * The JSON text of a message: the very text it was decoded from, or a new one in canonical order.
 * @throws ValidationError for a value that is no valid message, so that nothing is written that would be refused on reading.
 */
export function encodeCurrent(message: Message | InvalidMessage, explain: Explain): string {
  if (typeof message !== "object" || message === null) {
    throw defect("wrong_type", "", "type", "object", typeName(message));
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
  const type = message.type as string;
  if (type === "invalid") return encodeInvalid(message as unknown as InvalidMessage);
  if (type === "unknown") return encodeUnknownMessage(message, explain);
  const isTrusted = isMarked(message) && isKnownType(CURRENT_VERSION, type);
  return isTrusted ? encodeMessage(CURRENT_VERSION, type, message) : encodeForeign(message, explain);
}

/** What the codec made is valid; anything else is looked at before it is written. */
function encodeForeign(message: JsonObject, explain: Explain): string {
  if (!isMessage(message)) throw refusalOf(message, explain);
  written.foreignUnknown = false;
  written.extraMembers = false;
  const text = encodeMessage(CURRENT_VERSION, message.type, message as unknown as JsonObject);
  // An unknown value is a level deeper than on the wire.
  if (written.extraMembers && !isJson(message, MAX_DEPTH + 1)) throw notDecoded();
  const mayBeDeep = text.length >= SHALLOW && !isWithinDepth(message, MAX_DEPTH);
  if (written.foreignUnknown || mayBeDeep) assertReadable(text, explain);
  return text;
}

function refusalOf(message: JsonObject, explain: Explain): ValidationError {
  const issues = explain(CURRENT_VERSION, "Message", message);
  return issues.length > 0 ? new ValidationError(issues) : notDecoded();
}

/** An unknown value that was made by hand may hold what is known, and broken: then only reading it again tells. */
function assertReadable(text: string, explain: Explain): void {
  const tree = JSON.parse(text) as JsonObject;
  if (!isWithinDepth(tree, MAX_DEPTH)) throw notDecoded();
  if (!isValid(CURRENT_VERSION, tree.type as string, tree)) throw refusal(CURRENT_VERSION, tree, explain);
}

function encodeUnknownMessage(message: JsonObject, explain: Explain): string {
  const text = encodeUnknown(message);
  if (isMarked(message)) return text;
  if (!isJson(message.original, MAX_DEPTH)) throw notDecoded();
  const tree = JSON.parse(text) as JsonValue;
  assertTagged(tree);
  const version = versionOf(tree);
  if (kindOfRecord(tree.type, version, tree) === "invalid") throw refusal(version, tree, explain);
  return text;
}

function notDecoded(): ValidationError {
  return defect("not_decoded", "", "", "a message in its decoded form, with nothing but JSON in it", "another object");
}

/** What could not be parsed is kept as raw text. */
function encodeInvalid({ issues, original }: InvalidMessage): string {
  const isRaw = issues[0]?.keyword === PARSE_KEYWORD;
  // What was too long is not kept, and what is not UTF-8 is not kept as it was.
  if (isRaw && (original === null || issues[0]?.code === "not_utf8")) throw new MissingOriginalError();
  if (isRaw && typeof original === "string") return original;
  const text = stringifyJson(original);
  if (!isJson(original, MAX_DEPTH)) throw notDecoded();
  return text;
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
