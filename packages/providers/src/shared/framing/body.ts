/** A whole body of JSON, parsed or not. */

import { type JsonObject, ParseError } from "@parlance/core";
import { frozenJson, parseJson } from "@parlance/core/json";
import { isJsonObject } from "../answer/json-object.js";

/**
 * The object that a body is, deeply frozen and with every digit that it came with.
 *
 * @param body Text, UTF-8 bytes, or what was parsed already.
 * @throws ParseError for what is no JSON object; ValidationError for a value that JSON cannot say.
 */
export function bodyOf(body: unknown): JsonObject {
  const isWritten = typeof body === "string" || body instanceof Uint8Array;
  const value = isWritten ? parseJson(body) : frozenJson(body);
  if (!isJsonObject(value)) throw new ParseError("not_json", "expected a JSON object");
  return value;
}
