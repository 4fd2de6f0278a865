/** Copies values of unknown origin to JSON, so that what follows deals with plain data that nobody else holds. */

import { isPlainObject } from "./check.js";
import type { Fields, JsonObject, JsonValue, UnknownValue } from "./json.js";
import { copyLiterals, hasLiteral, holdsLiterals, markHolder } from "./number-text.js";
import { setMember } from "./tidy.js";
import { isFrozenUnknown, isMadeUnknown, keyPointer, makeUnknown } from "./unknown.js";

/** A copy, or the place of what JSON cannot hold and what is there: a JavaScript type, `class instance`, `NaN`, `too deep` and the like. */
export type JsonCopy =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly path: string; readonly found: string };

/**
 * A deep copy of a value as JSON: own enumerable members, undefined ones left out.
 * Never throws, whatever the value.
 * @param room How many levels of nesting are allowed; a value that contains itself is deeper than any limit.
 */
export function copyJson(value: unknown, room: number): JsonCopy {
  try {
    return { ok: true, value: copy(value, room) };
  } catch (error) {
    if (error instanceof Unfit) return { ok: false, path: error.path, found: error.found };
    // A getter or a proxy may throw whatever it likes, content included.
    return { ok: false, path: "", found: "a value that cannot be read" };
  }
}

/** Carries the place of an unfit value up, one step a level. */
class Unfit {
  path = "";
  readonly found: string;

  constructor(found: string) {
    this.found = found;
  }
}

function copy(value: unknown, room: number): JsonValue {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      throw new Unfit(String(value));
    case "object":
      return value === null ? null : copyContainer(value, room);
    default:
      throw new Unfit(typeof value);
  }
}

function copyContainer(value: object, room: number): JsonValue {
  if (room <= 0) throw new Unfit("too deep");
  if (isMadeUnknown(value)) return copyUnknown(value as UnknownValue, room);
  const copied = copyPlain(value, room) as object;
  if (holdsLiterals(value)) copyLiterals(value, copied);
  return copied as JsonValue;
}

/** A plain copy would be foreign JSON with that very shape. What was frozen here is shared, with the text that was kept of it. */
function copyUnknown(value: UnknownValue, room: number): JsonValue {
  if (isFrozenUnknown(value)) return value as unknown as JsonValue;
  const reason = copy(value.reason, room) as string;
  return makeUnknown(reason, copy(value.original, room) as JsonObject) as unknown as JsonValue;
}

function copyPlain(value: object, room: number): JsonValue {
  if (Array.isArray(value)) return copyItems(value, room - 1);
  if (!isPlainObject(value)) throw new Unfit("class instance");
  const result: Fields = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member !== undefined) setMember(result, key, copiedInto(result, copyMember(value, member, key, room - 1)));
  }
  return result as JsonValue;
}

/** `map` would skip holes. */
function copyItems(items: readonly unknown[], room: number): JsonValue {
  const result: JsonValue[] = [];
  const count = items.length;
  for (let at = 0; at < count; at++) result.push(copiedInto(result, copyMember(items, items[at], at, room)));
  return result;
}

/** What holds something with literals is known to hold them. */
function copiedInto(container: object, member: JsonValue): JsonValue {
  if (typeof member === "object" && member !== null && holdsLiterals(member)) markHolder(container);
  return member;
}

function copyMember(container: object, member: unknown, key: string | number, room: number): JsonValue {
  if (typeof member === "string") return member;
  // A number beyond all doubles is there with its digits.
  if (typeof member === "number" && hasLiteral(container, String(key))) return member;
  try {
    return copy(member, room);
  } catch (error) {
    if (error instanceof Unfit) error.path = keyPointer(String(key)) + error.path;
    throw error;
  }
}
