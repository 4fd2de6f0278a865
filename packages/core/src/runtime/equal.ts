/** Equality of JSON values: the order of keys is irrelevant, an undefined member is absent, 0 equals -0. */

import type { Fields } from "./json.js";
import { sameLiterals } from "./number-text.js";
import { memberCount } from "./tidy.js";

/** Whether two values are equal as JSON. Numbers that a double cannot hold are compared by their kept literals. */
export function equalJson(a: unknown, b: unknown): boolean {
  return areEqual(a, b, true);
}

/** The same of values for whose numbers no literals are kept. */
export function equalPlainJson(a: unknown, b: unknown): boolean {
  return areEqual(a, b, false);
}

function areEqual(a: unknown, b: unknown, isExact: boolean): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return Number.isNaN(a) && Number.isNaN(b);
  }
  if (isExact && !sameLiterals(a, b)) return false;
  if (Array.isArray(a)) return Array.isArray(b) && equalItems(a, b, isExact);
  return !Array.isArray(b) && equalMembers(a as Fields, b as Fields, isExact);
}

function equalItems(a: readonly unknown[], b: readonly unknown[], isExact: boolean): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) {
    if (!areEqual(a[at], b[at], isExact)) return false;
  }
  return true;
}

function equalMembers(a: Fields, b: Fields, isExact: boolean): boolean {
  let members = 0;
  for (const key in a) {
    if (a[key] === undefined) continue;
    if (!areEqual(a[key], memberOf(b, key), isExact)) return false;
    members++;
  }
  for (const key in b) {
    if (b[key] !== undefined) members--;
  }
  return members === 0;
}

/** What an object inherits under other names is a function, which equals no JSON value. */
function memberOf(value: Fields, key: string): unknown {
  return key !== "__proto__" || Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * Whether the members of two objects outside the known names are equal.
 * @param count How many known members each of the objects has.
 */
export function equalExtras(a: Fields, b: Fields, known: readonly string[], count: number): boolean {
  if (memberCount(a) === count && memberCount(b) === count) return true;
  return equalMembers(extrasOf(a, known), extrasOf(b, known), false);
}

/** 1 for a member that is there, for counting. */
export function presenceCount(member: unknown): number {
  return member === undefined ? 0 : 1;
}

function extrasOf(value: Fields, known: readonly string[]): Fields {
  // A null prototype makes `__proto__` a key like any other.
  const extras: Fields = Object.create(null) as Fields;
  for (const key in value) {
    if (!known.includes(key)) extras[key] = value[key];
  }
  return extras;
}
