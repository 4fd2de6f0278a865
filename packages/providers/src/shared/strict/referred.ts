/** References inside one JSON Schema. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { pointerSteps } from "@parlance/core/internal";

/** What a reference to a place in the same schema (`#/…`) leads to; undefined for any other, and where nothing is. */
export function referredSchema(reference: string, root: JsonObject): JsonValue | undefined {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  return pointerSteps(decoded(reference)).reduce<JsonValue | undefined>(memberOf, root);
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as JsonObject)[key];
}

/** A reference is percent-encoded. What is not encoded correctly stands for itself. */
function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
