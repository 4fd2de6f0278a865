/** What JSON values are. */

import type { JsonObject } from "@parlance/core";

/** Whether a JSON value is an object, and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
