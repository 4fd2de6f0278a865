/** Any value to JSON that cannot change any more. */

import { MAX_DEPTH } from "../runtime/freeze.js";
import type { Fields, JsonValue } from "../runtime/json.js";
import { holdsLiterals } from "../runtime/number-text.js";
import {
  isKnownWithin,
  isSealedWithin,
  jsonWithin,
  type Known,
  mayHoldLiterals,
  sealedValue,
} from "../runtime/sealed.js";
import { isMadeUnknown } from "../runtime/unknown.js";
import { copiedJson, sealJson } from "./sealed.js";

/**
 * A deeply frozen copy of a JSON value, with the digits that are kept for its numbers; undefined members are left out.
 * What `parseJson` or this function returned comes back as it is. The value itself is neither changed nor frozen.
 *
 * @throws ValidationError: `not_json_value` where there is anything that JSON cannot say, `too_deep` over 256 levels.
 */
export function frozenJson(value: unknown): JsonValue {
  return ordinary(value, MAX_DEPTH) ?? sealJson(copiedJson(value));
}

/**
 * As `frozenJson`, of what is nested at most `room` levels deep; undefined for everything that is not seen at once to be such JSON.
 */
export function frozenWithin(value: unknown, room: number): JsonValue | undefined {
  if (typeof value === "object" && value !== null && isSealedWithin(value, room)) return value;
  return ordinary(value, room, jsonWithin(room));
}

/** What was sealed here, or the copy of an ordinary object or array, which is made and frozen in one go; undefined for everything else. */
function ordinary(value: unknown, room: number, known?: Known): JsonValue | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (isKnownWithin(value, room)) return value;
  try {
    const copy = container(value, room);
    if (copy === undefined) return undefined;
    return sealedValue(copy, known) as unknown as JsonValue;
  } catch {
    // A getter or a proxy may throw whatever it likes, content included.
    return undefined;
  }
}

/** Not frozen itself yet. */
function container(value: object, room: number): object | undefined {
  if (room <= 0 || isMadeUnknown(value) || holdsLiterals(value)) return undefined;
  if (Array.isArray(value)) return items(value, room - 1);
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? members(value as Fields, room - 1) : undefined;
}

function items(value: readonly unknown[], room: number): object | undefined {
  const copy: unknown[] = [];
  const count = value.length;
  for (let at = 0; at < count; at++) {
    const item = frozen(value[at], room);
    if (item === undefined) return undefined;
    copy.push(item);
  }
  return copy;
}

function members(value: Fields, room: number): object | undefined {
  const copy: Fields = {};
  for (const key of Object.keys(value)) {
    const given = value[key];
    if (given === undefined) continue;
    const member = key === "__proto__" ? undefined : frozen(given, room);
    if (member === undefined) return undefined;
    copy[key] = member;
  }
  return copy;
}

function frozen(value: unknown, room: number): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : undefined;
    case "object":
      if (value === null) return value;
      return isKnownWithin(value, room) ? plainKnown(value) : Object.freeze(container(value, room));
    default:
      return undefined;
  }
}

/** What holds numbers with digits of their own is copied with them. */
function plainKnown(value: object): object | undefined {
  return mayHoldLiterals(value) ? undefined : value;
}
