/** The last step of a factory whose parts come from elsewhere: they are shared when they were made here, and copied otherwise. */

import { type Companion, type Issue, ValidationError } from "@parlance/core";
import { issuesAt } from "@parlance/core/internal";
import { frozenJson, type JsonValue } from "@parlance/core/json";
import { elsewhere, schemaIssues } from "./construct.js";
import { isOwned, owned } from "./owned.js";

/** How many objects and arrays may be nested in a record, the record itself included. */
export const MAX_DEPTH = 256;

/**
 * A draft as a valid value, frozen to its last level.
 *
 * @param draft A new object that nobody else holds, in canonical order and without undefined members.
 * @param found What the factory found wrong besides the schema.
 * @throws ValidationError with all issues.
 */
export function settled<Value extends object>(
  companion: Companion<Value>,
  draft: object,
  found: readonly Issue[] = [],
): Value {
  const isDone = found.length === 0 && settleMembers(draft, MAX_DEPTH) && companion.is(draft);
  return isDone ? owned(draft as Value) : copied(companion, draft, found);
}

/**
 * A draft with members that somebody else may change, as a valid copy.
 *
 * @throws ValidationError with all issues.
 */
export function copied<Value extends object>(
  companion: Companion<Value>,
  draft: object,
  found: readonly Issue[] = [],
): Value {
  const result = companion.safeParse(draft);
  if (result.ok && found.length === 0) return result.value;
  const issues = result.ok ? [] : result.error.issues;
  if (!issues.some(isOfTheWhole)) throw new ValidationError([...found, ...elsewhere(issues, found)]);
  const problems = [...found];
  const readable = Object.entries(draft).map(([key, member]) => [key, readableMember(key, member, problems)]);
  throw new ValidationError([...problems, ...schemaIssues(companion, Object.fromEntries(readable), problems)]);
}

/** Where a value is not JSON, no more is told of it than that. */
export function isOfTheWhole({ code }: Issue): boolean {
  return code === "not_json_value" || code === "too_deep";
}

/** A member that is not JSON becomes one that is there, so that the schema can tell what is wrong with the others. */
export function readableMember(key: string, member: unknown, problems: Issue[]): JsonValue | undefined {
  try {
    return member === undefined ? undefined : frozenJson(member);
  } catch (error) {
    if (!ValidationError.isInstance(error)) throw error;
    problems.push(...issuesAt(`/${key}`, error.issues));
    return true;
  }
}

/**
 * Puts frozen copies in the place of a draft's members that were not made here: what is frozen elsewhere may have accessors, or be
 * a proxy, which no copy of the whole could hold. False when there is a member that only the long way can tell about.
 *
 * @param room The nesting that is left for the draft itself.
 */
export function settleMembers(draft: object, room: number): boolean {
  const members = draft as Record<string, unknown>;
  try {
    for (const key in members) {
      const member = members[key];
      if (typeof member === "string") continue;
      const own = ownJson(member);
      if (!isFrozenJson(own, room - 1)) return false;
      if (own === member) continue;
      if (Object.isFrozen(draft)) return false;
      members[key] = own;
    }
    return true;
  } catch (error) {
    if (!ValidationError.isInstance(error)) throw error;
    return false;
  }
}

/**
 * A value that was made here, or a frozen copy.
 *
 * @throws ValidationError when it is not JSON.
 */
export function ownJson(value: unknown): unknown {
  return isOwned(value) ? value : frozenJson(value);
}

/**
 * Whether a value is JSON, frozen to its last level and nested at most `room` levels deep. False when in doubt, as for numbers that
 * only their kept digits can tell. What was not made here may still have accessors.
 */
export function isFrozenJson(value: unknown, room: number): boolean {
  try {
    return isFrozenValue(value, room);
  } catch {
    // A proxy throws whatever it likes; the copy that is made of it then tells what is wrong.
    return false;
  }
}

function isFrozenValue(value: unknown, room: number): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      return value === null || (room > 0 && Object.isFrozen(value) && hasFrozenMembers(value, room - 1));
    default:
      return false;
  }
}

function hasFrozenMembers(value: object, room: number): boolean {
  if (Array.isArray(value)) return hasFrozenItems(value, room);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key in value) {
    if (!isFrozenValue((value as Readonly<Record<string, unknown>>)[key], room)) return false;
  }
  return true;
}

/** By index: `every` would skip holes. */
function hasFrozenItems(items: readonly unknown[], room: number): boolean {
  for (let at = 0; at < items.length; at++) {
    if (!isFrozenValue(items[at], room)) return false;
  }
  return true;
}
