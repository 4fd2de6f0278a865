/** The tests of a `when`, on the image of an object before any operation. */

import type { JsonObject, JsonValue } from "../json.js";
import { isSame, valueAt } from "./value.js";

/** Whether there is a value at the path. */
export function isPresent(image: JsonObject, path: readonly string[]): boolean {
  return valueAt(image, path) !== undefined;
}

/** Whether the value at the path is one of those given. */
export function isAmong(image: JsonObject, path: readonly string[], values: readonly JsonValue[]): boolean {
  const value = valueAt(image, path);
  return values.some((candidate) => isSame(candidate, value));
}

/** Whether the value at the path has the JSON type. */
export function hasJsonType(image: JsonObject, path: readonly string[], type: string): boolean {
  const value = valueAt(image, path);
  if (value === undefined) return false;
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  return typeof value === type;
}
