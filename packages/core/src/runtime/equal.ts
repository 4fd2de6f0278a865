/** Equality of JSON values: the order of keys is irrelevant, an undefined member is absent, 0 equals -0. */

import { inexact } from "./inexact-flag.js";
import type { Fields } from "./json.js";
import { sameLiterals } from "./number-text.js";

/**
 * Whether two decoded values are equal as JSON: the order of names is irrelevant, and so is the text that they came from.
 * Unknown and broken messages are compared by what is kept of them; numbers that a double cannot hold digit by digit.
 */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return Number.isNaN(a) && Number.isNaN(b);
  }
  if (inexact.seen && !sameLiterals(a, b)) return false;
  if (Array.isArray(a)) return Array.isArray(b) && equalItems(a, b);
  return !Array.isArray(b) && equalMembers(a as Fields, b as Fields);
}

function equalItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) {
    if (a[at] !== b[at] && !equalJson(a[at], b[at])) return false;
  }
  return true;
}

function equalMembers(a: Fields, b: Fields): boolean {
  return equalOwnMembers(a, b) ?? equalOwnMembers(definedMembers(a), definedMembers(b)) ?? false;
}

/** Undefined where members that are undefined may decide. */
function equalOwnMembers(a: Fields, b: Fields): boolean | undefined {
  const keys = Object.keys(a);
  const others = Object.keys(b);
  if (keys.length !== others.length) return undefined;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as string;
    const member = a[key];
    if (member === undefined) return undefined;
    // Equal values mostly have their keys in one order.
    const other = key === others[at] || Object.hasOwn(b, key) ? b[key] : undefined;
    if (member !== other && !equalJson(member, other)) return false;
  }
  return true;
}

function definedMembers(value: Fields): Fields {
  // A null prototype makes `__proto__` a key like any other.
  const members: Fields = Object.create(null) as Fields;
  for (const key of Object.keys(value)) {
    if (value[key] !== undefined) members[key] = value[key];
  }
  return members;
}
