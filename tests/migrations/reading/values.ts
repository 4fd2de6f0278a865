/** Values while a migration is interpreted: absence is undefined, equality ignores the order of members. */

import { isArray, isObject } from "../../../tools/generator/src/json.js";
import type { Json } from "../../../tools/generator/src/model.js";

export type Value = Json | undefined;
export type Fields = { readonly [name: string]: Json };

/** Whether two values are the same JSON, or both absent. */
export function isSame(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

/** An own member of an object. */
export function memberOf(value: Value, name: string): Value {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** An object of the entries that have a value; `Object.fromEntries` takes any key as it is. */
export function objectFrom(entries: Iterable<readonly [string, Value]>): Fields {
  const present = [...entries].filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return Object.fromEntries(present);
}

/** The object with one member changed, or removed where the value is undefined. */
export function withMember(object: Fields, name: string, value: Value): Fields {
  return objectFrom([...Object.entries(object).filter(([key]) => key !== name), [name, value] as const]);
}

/** The value at a path of names. */
export function valueAt(value: Value, path: readonly string[]): Value {
  return path.reduce<Value>((current, name) => memberOf(current, name), value);
}
