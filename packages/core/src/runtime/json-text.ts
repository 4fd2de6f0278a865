/** What generated encoders share: quoting, numbers, and the members that no schema knows. */

import type { Fields } from "./json.js";
import { findsLiterals, holdsLiterals, stringifyExactly, writeMember } from "./number-text.js";
import type { Pen } from "./pen.js";
import { memberCount } from "./tidy.js";

/** Characters that stand in a JSON string as they are; surrogates may have to be escaped when they stand alone. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** Up to this length looking for characters to escape is cheaper than the set-up of `JSON.stringify`. */
const SHORT = 64;

/** A string as JSON. */
export function quote(text: string): string {
  return text.length <= SHORT && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** The text of a number that is a member of `container` under `key`. */
export function numberText(container: object, key: string | number, value: unknown, pen: Pen): string {
  const isPlain = !pen.isExact && Number.isFinite(value) && !holdsLiterals(container);
  return isPlain ? `${value as number}` : jsonText(container, key, value, pen);
}

/** The text of any JSON value that is a member of `container` under `key`. */
export function jsonText(container: object, key: string | number, value: unknown, pen: Pen): string {
  const isPlain = typeof value === "number" ? !holdsLiterals(container) : !pen.isExact;
  return (isPlain ? JSON.stringify(value) : writeMember(container, String(key), value)) ?? "null";
}

/** The text of an object or array that no schema describes. */
export function userDataText(value: unknown, pen: Pen): string {
  return pen.isExact ? stringifyExactly(value) : JSON.stringify(value);
}

/**
 * What ends the text of an object: the members outside the known names, in their order, and the brace.
 * @param count How many of the known names the object has.
 */
export function closing(value: Fields, known: readonly string[], count: number, pen: Pen): string {
  return memberCount(value) === count ? "}" : `${extrasText(value, known, pen)}}`;
}

/** An object none of whose members has to be there, from members that each bring a comma, and the closing brace. */
export function looseObject(members: string): string {
  return members === "}" ? "{}" : `{${members.slice(1)}`;
}

function extrasText(value: Fields, known: readonly string[], pen: Pen): string {
  pen.hasExtraMembers = true;
  const isExact = pen.isExact || findsLiterals(value);
  let text = "";
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const member = isExact ? writeMember(value, key, value[key]) : JSON.stringify(value[key]);
    if (member !== undefined) text += `,${JSON.stringify(key)}:${member}`;
  }
  return text;
}
