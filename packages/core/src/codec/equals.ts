/** Equality of decoded values. */

import { CURRENT_VERSION, equalMessages, isKnownType } from "../generated/codec.gen.js";
import { equalJson } from "../runtime/equal.js";
import type { JsonObject } from "../runtime/json.js";

/**
 * Whether two decoded values are equal as JSON: the order of names is irrelevant, and so is the text that they came from.
 * Unknown and broken messages are compared by what is kept of them; numbers that a double cannot hold digit by digit.
 */
export function equals(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const type = typeOf(a);
  if (type === undefined || type !== typeOf(b)) return equalJson(a, b);
  return equalMessages(a as JsonObject, b as JsonObject);
}

/** The type of a known message; undefined for parts and whatever else shares a tag with one. */
function typeOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("schema_version" in value) || !("type" in value))
    return undefined;
  return typeof value.type === "string" && isKnownType(CURRENT_VERSION, value.type) ? value.type : undefined;
}
