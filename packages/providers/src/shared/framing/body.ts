/** A whole body of JSON, parsed or not. */

import { type JsonObject, type JsonValue, ParseError } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { frozenJson, parseJson } from "@parlance/core/json";

/**
 * The object that a body is, deeply frozen and with every digit that it came with.
 *
 * @param body Text, UTF-8 bytes, or what was parsed already.
 * @throws ParseError for what is not a JSON object; ValidationError for a value that JSON cannot say.
 */
export function bodyOf(body: unknown): JsonObject {
  const value = readJson(body);
  if (!isJsonObject(value)) throw new ParseError("not_json", "expected a JSON object");
  return value;
}

/**
 * The same of a request, which may be a bare list of its messages.
 *
 * @throws ParseError for what is neither; ValidationError for a value that JSON cannot say.
 */
export function requestBodyOf(request: unknown): JsonObject {
  const value = readJson(request);
  return Array.isArray(value) ? { messages: value } : bodyOf(value);
}

function readJson(given: unknown): JsonValue {
  const isWritten = typeof given === "string" || given instanceof Uint8Array;
  return isWritten ? parseJson(given) : frozenJson(given);
}
