/** Checks on values that generated predicates share: JSON types, numbers in bounds, distinct items. */

import { equalJson } from "./equal.js";
import { MAX_DEPTH } from "./freeze.js";
import type { Fields, JsonObject } from "./json.js";
import { hasLiteral } from "./number-text.js";
import { tellContainer, tellKnown } from "./pen.js";
import { isKnownWithin, mayHoldLiterals } from "./sealed.js";

/** The JSON type of a value, or what JavaScript calls one that JSON does not have. */
export function typeName(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Whether the value is an object, neither null nor an array. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value made of JSON is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

/** Whether the value is an object as a literal or `JSON.parse` makes it, of any realm: not an instance of a class. */
export function isPlainObject(value: unknown): value is Fields {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether the value is an array of `min` to `max` items. */
export function isArray(value: unknown, min: number, max: number): value is unknown[] {
  return Array.isArray(value) && value.length >= min && value.length <= max;
}

/** Whether the value is a whole number from `min` to `max`. */
export function isInteger(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

/** Whether the value is a finite number from `min` to `max`. */
export function isNumber(value: unknown, min: number, max: number): value is number {
  return Number.isFinite(value) && (value as number) >= min && (value as number) <= max;
}

/** Whether no two items are equal as JSON. */
export function isUnique(items: readonly unknown[]): boolean {
  return new Set(items).size === items.length && areUnlike(items.filter((item) => typeof item === "object"));
}

function areUnlike(items: readonly unknown[]): boolean {
  for (let first = 0; first < items.length; first++) {
    for (let second = first + 1; second < items.length; second++) {
      if (equalJson(items[first], items[second])) return false;
    }
  }
  return true;
}

/** Whether all keys of the object are among the names. */
export function hasOnly(value: Fields, names: readonly string[]): boolean {
  for (const name in value) {
    if (!names.includes(name)) return false;
  }
  return true;
}

/** Whether the value is JSON, nested at most `room` levels deep: no instance of a class, no function, no number that JSON cannot write. */
export function isJson(value: unknown, room: number): boolean {
  if (typeof value === "object") {
    return value === null || isJsonContainer(value, room);
  }
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

function isJsonContainer(value: object, room: number): boolean {
  if (room <= 0) return false;
  if (room >= MAX_DEPTH && isKnownWithin(value, room)) {
    tellKnown(value, mayHoldLiterals);
    return true;
  }
  tellContainer(value, room);
  return Array.isArray(value) ? hasJsonItems(value, room - 1) : isPlainObject(value) && hasJsonMembers(value, room - 1);
}

function hasJsonItems(items: readonly unknown[], room: number): boolean {
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (typeof item !== "string" && !isJson(item, room) && !isKeptNumber(items, index, item)) return false;
  }
  return true;
}

function hasJsonMembers(value: Fields, room: number): boolean {
  for (const key in value) {
    const member = value[key];
    if (typeof member === "string" || member === undefined || isJson(member, room)) continue;
    if (!isKeptNumber(value, key, member)) return false;
  }
  return true;
}

/** A number beyond all doubles reads as Infinity, and is JSON still where its digits are kept. */
function isKeptNumber(container: object, key: string | number, member: unknown): boolean {
  return typeof member === "number" && hasLiteral(container, String(key));
}
