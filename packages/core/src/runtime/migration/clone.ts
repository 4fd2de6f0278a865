/** Copying a tree of JSON whose owner must not see changes. */

import { isPlainObject } from "../check.js";
import type { JsonObject, JsonValue } from "../json.js";
import { copySpelling } from "../spelling.js";
import { setMember } from "../tidy.js";
import type { Draft } from "./run.js";

/** A copy of all objects and arrays, which keep their spelling; scalars, opaque ones included, are shared. */
export function cloneTree(tree: JsonObject): JsonObject {
  return clone(tree, (opaque) => opaque) as JsonObject;
}

/** A copy in which raw scalars are the values that they stand for. */
export function withPlainScalars(tree: JsonObject): JsonObject {
  return clone(tree, (opaque) => opaque?.valueOf() as JsonValue) as JsonObject;
}

function clone(value: JsonValue, scalar: (opaque: JsonValue) => JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value) && !isPlainObject(value)) return scalar(value);
  const copy = copyOf(value as JsonObject | readonly JsonValue[], scalar);
  copySpelling(value, copy);
  return copy;
}

function copyOf(
  value: JsonObject | readonly JsonValue[],
  scalar: (opaque: JsonValue) => JsonValue,
): Draft | JsonValue[] {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => clone(item, scalar));
  const copy: Draft = {};
  for (const [key, member] of Object.entries(value)) setMember(copy, key, clone(member, scalar));
  return copy;
}
