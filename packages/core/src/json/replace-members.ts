/** A changed copy of a frozen object or list that loses no digit of the members it keeps. */

import type { Fields } from "../runtime/json.js";
import { copyLiterals, findsLiterals, holdsLiterals, markHolder } from "../runtime/number-text.js";
import { setMember } from "../runtime/tidy.js";

/**
 * A frozen copy of an object with some members replaced; those given as undefined are left out. Of a list, items are replaced by
 * their positions. Members are shared, not copied, so they should be frozen themselves. Unlike `{ ...object }` it keeps the digits
 * of numbers that a double cannot hold.
 */
export function replaceMembers<Value extends object>(
  object: Value,
  members: { readonly [Name in keyof Value]?: Value[Name] | undefined },
): Value {
  return Object.freeze(changedCopy(object, members));
}

/** As `replaceMembers`, not frozen yet. */
export function changedCopy<Value extends object>(
  object: Value,
  members: { readonly [Name in keyof Value]?: Value[Name] | undefined },
): Value {
  const copy = (Array.isArray(object) ? [] : {}) as Fields;
  for (const key of Object.keys(object)) {
    if (!Object.hasOwn(members, key)) setMember(copy, key, (object as Fields)[key]);
    else if ((members as Fields)[key] !== undefined) setMember(copy, key, (members as Fields)[key]);
  }
  for (const key of Object.keys(members)) {
    if (!Object.hasOwn(object, key) && (members as Fields)[key] !== undefined)
      setMember(copy, key, (members as Fields)[key]);
  }
  keepDigits(object, copy, members);
  return copy as Value;
}

function keepDigits(object: object, copy: object, members: object): void {
  if (holdsLiterals(object)) copyLiterals(object, copy, (key) => !Object.hasOwn(members, key));
  if (Object.values(members).some(findsLiterals)) markHolder(copy);
}
