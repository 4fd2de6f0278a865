/** What generated encoders share: quoting, numbers, and the members that no schema knows. */

import { inexact } from "./inexact-flag.js";
import type { Fields } from "./json.js";
import { writeMember } from "./number-text.js";
import { memberCount } from "./tidy.js";
import { written } from "./written.js";

/** Characters that stand in a JSON string as they are; surrogates may have to be escaped when they stand alone. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** Up to this length looking for characters to escape is cheaper than the set-up of `JSON.stringify`. */
const SHORT = 64;

/** A string as JSON. */
export function quote(text: string): string {
  return text.length <= SHORT && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** The text of a number that is a member of `container` under `key`. */
export function numberText(container: object, key: string | number, value: unknown): string {
  return !inexact.seen && Number.isFinite(value) ? `${value as number}` : jsonText(container, key, value);
}

/** The text of any JSON value that is a member of `container` under `key`. */
export function jsonText(container: object, key: string | number, value: unknown): string {
  return (inexact.seen ? writeMember(container, String(key), value) : JSON.stringify(value)) ?? "null";
}

/**
 * What ends the text of an object: the members outside the known names, in their order, and the brace.
 * @param count How many of the known names the object has.
 */
export function closing(value: Fields, known: readonly string[], count: number): string {
  return memberCount(value) === count ? "}" : `${extrasText(value, known)}}`;
}

/** An object none of whose members has to be there, from members that each bring a comma, and the closing brace. */
export function looseObject(members: string): string {
  return members === "}" ? "{}" : `{${members.slice(1)}`;
}

function extrasText(value: Fields, known: readonly string[]): string {
  written.extraMembers = true;
  let text = "";
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const member = inexact.seen ? writeMember(value, key, value[key]) : JSON.stringify(value[key]);
    if (member !== undefined) text += `,${JSON.stringify(key)}:${member}`;
  }
  return text;
}
