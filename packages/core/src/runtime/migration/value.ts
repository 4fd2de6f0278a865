/** Looking at JSON values during a migration: members by own key, paths, equality. Instances of classes are opaque scalars. */

import { isPlainObject } from "../check.js";
import { equalJson } from "../equal.js";
import type { Fields, JsonObject, JsonValue } from "../json.js";
import { memberCount, setMember } from "../tidy.js";
import type { Draft, Value } from "./run.js";

/** An object without members, where a host is absent. */
export const NOTHING: JsonObject = Object.freeze({});

/** The value as an object; undefined when it is none. */
export function objectOf(value: Value): JsonObject | undefined {
  return isPlainObject(value) ? (value as JsonObject) : undefined;
}

/** The value as an array; undefined when it is none. */
export function arrayOf(value: Value): readonly JsonValue[] | undefined {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : undefined;
}

/** An own member; what an object inherits is not data. */
export function memberOf(value: Value, name: string): Value {
  const object = objectOf(value);
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The value at a path of member names; undefined when something on the way is missing. */
export function valueAt(value: Value, path: readonly string[]): Value {
  let current = value;
  for (const name of path) current = memberOf(current, name);
  return current;
}

/** Sets a member that may be there already, or removes it. */
export function replace(draft: Draft, name: string, value: Value): void {
  if (value !== undefined) draft[name] = value;
  else if (Object.hasOwn(draft, name)) delete draft[name];
}

/** A copy of an object without the members that are named. A loop, since taking the rest of an object apart is slower. */
export function without(object: JsonObject, names: readonly string[]): Draft {
  return withOthers({}, object, names, 0);
}

/**
 * Adds to the draft all members of an object but those that are named.
 * @param sure How many of the names the object has in any case: mostly it has no other members.
 */
export function withOthers(draft: Fields, object: JsonObject, names: readonly string[], sure: number): Draft {
  if (memberCount(object) === sure) return draft as Draft;
  for (const key of Object.keys(object)) {
    if (!names.includes(key)) setMember(draft, key, object[key] as JsonValue);
  }
  return draft as Draft;
}

/** Whether two values are the same: both absent, or equal as JSON. Raw numbers are compared by their text, since a double may not hold them. */
export function isSame(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || (typeof a !== "object" && typeof b !== "object")) return false;
  if (isOpaque(a) || isOpaque(b)) return isSameScalar(a, b);
  return equalJson(a, b);
}

function isOpaque(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isPlainObject(value);
}

function isSameScalar(a: JsonValue, b: JsonValue): boolean {
  const plain = a?.valueOf();
  return typeof plain === "number" ? isOpaque(a) && isOpaque(b) && String(a) === String(b) : plain === b?.valueOf();
}

/** The number that a JSON number or an opaque one stands for; undefined for anything else. */
export function numberOf(value: Value): number | undefined {
  if (typeof value === "number") return value;
  const plain = value !== undefined && isOpaque(value) ? value?.valueOf() : undefined;
  return typeof plain === "number" ? plain : undefined;
}

/** Whether an object has no member at all. */
export function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}
