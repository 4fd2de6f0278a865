/** Members of objects: dropping those that are null, setting them, counting them. */

import type { Fields } from "./json.js";
import { copyLiterals, holdsLiterals } from "./number-text.js";

/** A copy of the object without the members that are null under one of the names. A copy, since `delete` makes an object slow. */
export function withoutNulls(value: Fields, names: readonly string[]): Fields {
  const copy: Fields = {};
  for (const key of Object.keys(value)) {
    if (value[key] !== null || !names.includes(key)) setMember(copy, key, value[key]);
  }
  if (holdsLiterals(value)) copyLiterals(value, copy);
  return copy;
}

/** Sets an own member, whatever its name: assigning to `__proto__` would change the prototype. */
export function setMember(value: Fields, key: string, member: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(value, key, { value: member, writable: true, enumerable: true, configurable: true });
  } else {
    value[key] = member;
  }
}

/** How many members an object has. */
export function memberCount(value: Fields): number {
  let count = 0;
  for (const _ in value) count++;
  return count;
}
