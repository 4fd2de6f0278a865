/** Rewrites a JSON Schema of dialect 2020-12, as the contract writes them, in draft-07. */

import { isObject } from "../runtime/check.js";
import type { JsonObject, JsonValue } from "../runtime/json.js";

/** Keywords that hold one schema, several, or several by name; everything else is taken over as it is. */
const HOLDS_ONE: readonly string[] = ["items", "additionalProperties", "propertyNames", "not", "if", "then", "else"];
const HOLDS_MANY: readonly string[] = ["allOf", "anyOf", "oneOf"];
const HOLDS_NAMED: readonly string[] = ["properties", "$defs"];

/** A rewritten copy: `definitions` for `$defs`, and a reference with anything beside it wrapped in `allOf`. */
export function toDraft07(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(
    ([keyword, value]) => [keyword === "$defs" ? "definitions" : keyword, rewriteKeyword(keyword, value)] as const,
  );
  return standingAlone(Object.fromEntries(entries));
}

function rewriteKeyword(keyword: string, value: JsonValue): JsonValue {
  if (keyword === "$ref") return String(value).replace("#/$defs/", "#/definitions/");
  if (HOLDS_ONE.includes(keyword)) return rewriteMember(value);
  if (HOLDS_MANY.includes(keyword) && Array.isArray(value)) return value.map(rewriteMember);
  if (!HOLDS_NAMED.includes(keyword) || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewriteMember(member)]));
}

function rewriteMember(value: JsonValue): JsonValue {
  return isObject(value) ? toDraft07(value) : value;
}

/** Draft-07 ignores what stands beside a reference. */
function standingAlone(schema: JsonObject): JsonObject {
  const { $ref, ...beside } = schema;
  if ($ref === undefined || Object.keys(beside).length === 0) return schema;
  return { ...beside, allOf: [{ $ref }] };
}
