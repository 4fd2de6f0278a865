/** Copying a tree of JSON whose owner must not see changes. */

import { isPlainObject } from "../check.js";
import type { JsonObject, JsonValue } from "../json.js";
import { setMember } from "../tidy.js";
import type { Draft } from "./run.js";

/** A copy of all objects and arrays; scalars, opaque ones included, are shared. */
export function cloneTree(tree: JsonObject): JsonObject {
  return clone(tree, (opaque) => opaque) as JsonObject;
}

/** A copy in which opaque numbers are the doubles next to them. */
export function withDoubles(tree: JsonObject): JsonObject {
  return clone(tree, Number) as JsonObject;
}

function clone(value: JsonValue, scalar: (opaque: JsonValue) => JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => clone(item, scalar));
  if (!isPlainObject(value)) return scalar(value);
  const copy: Draft = {};
  for (const key of Object.keys(value)) setMember(copy, key, clone(value[key] as JsonValue, scalar));
  return copy;
}
