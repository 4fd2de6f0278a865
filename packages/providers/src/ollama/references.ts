/** References inside one JSON Schema. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "../shared/answer/json-object.js";

/** The schema at `#/…`; undefined for a reference to anything else, and where nothing is. */
export function referred(root: JsonObject, reference: string): JsonObject | undefined {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  const keys = reference.split("/").slice(1).map(keyOf);
  const found = keys.reduce<JsonValue | undefined>(memberOf, root);
  return isJsonObject(found) ? found : undefined;
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as JsonObject)[key];
}

/** A key as a reference writes it: percent-encoded, and `~1` for a slash. */
function keyOf(step: string): string {
  return decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
