/** Reads requests that somebody else made: values that have to be what they are, and members that nobody reads. */

import { type Issue, type JsonObject, type JsonValue, ValidationError } from "@parlance/core";
import { isJsonObject, issue, pointerKey } from "@parlance/core/internal";
import { type Members, unreadMembersOf } from "../answer/unread.js";
import type { ReportWriter } from "../report/report-writer.js";

/** The members of an object in which null says the same as nothing. */
export function presentMembersOf(object: JsonObject): Members {
  const members = unreadMembersOf(object);
  members.skip(...Object.keys(object).filter((name) => object[name] === null));
  return members;
}

/**
 * Reports the members that nobody has read: the contract has no place for them.
 *
 * @param path JSON Pointer of the object that they are of.
 */
export function dropRest(members: Members, path: string, report: ReportWriter): void {
  for (const name of Object.keys(members.rest() ?? {})) {
    const place = `${path}/${pointerKey(name)}`;
    report.add("member_dropped", "dropped", place, "the contract has no place for this member");
  }
}

/**
 * A list that is absent or null is empty.
 * @throws ValidationError
 */
export function listOf(value: JsonValue | undefined, path: string): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : refuseValue("wrong_type", path, "array");
}

/** @throws ValidationError */
export function requiredObject(value: JsonValue | undefined, path: string): JsonObject {
  return isJsonObject(value) ? value : refuseValue("wrong_type", path, "object");
}

/**
 * Makes ids for calls that came without one.
 *
 * @param messages All of the request, read or not: no id that is made is one of theirs.
 * @returns A function that throws ValidationError with the code `duplicate_call_id` when `newId` makes nothing but ids that are taken.
 */
export function callIdMaker(messages: readonly JsonValue[], newId: () => string): () => string {
  const taken = new Set(messages.filter(isJsonObject).flatMap(callIdsOf));
  return () => {
    // One that counts meets at most each id that is taken.
    for (let left = taken.size; left >= 0; left--) {
      const id = newId();
      if (taken.has(id)) continue;
      taken.add(id);
      return id;
    }
    return refuseValue("duplicate_call_id", "/messages", "an id of its own");
  };
}

function callIdsOf({ tool_calls, tool_call_id }: JsonObject): readonly string[] {
  const calls = Array.isArray(tool_calls) ? tool_calls.filter(isJsonObject) : [];
  return [...calls.map(({ id }) => id), tool_call_id].filter((id) => typeof id === "string");
}

/** @throws ValidationError with this one issue. */
export function refuseValue(code: string, path: string, expected: string): never {
  throw new ValidationError([issue(code, path, expected, "something else")]);
}

/** Gathers what is wrong, so that all of it is told at once. */
export class Problems {
  readonly #issues: Issue[] = [];

  /** Undefined where something is wrong. */
  gather<Result>(read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      if (!ValidationError.isInstance(error)) throw error;
      this.#issues.push(...error.issues);
      return undefined;
    }
  }

  /** @throws ValidationError with all that was gathered, if any. */
  tell(): void {
    if (this.#issues.length > 0) throw new ValidationError(this.#issues);
  }
}

/**
 * Reads each item, also after an invalid one.
 * @throws ValidationError with what is wrong with any of them.
 */
export function readItems<Item, Result>(items: readonly Item[], read: (item: Item, at: number) => Result): Result[] {
  const problems = new Problems();
  const results: Result[] = [];
  for (const [at, item] of items.entries()) problems.gather(() => results.push(read(item, at)));
  problems.tell();
  return results;
}

/**
 * The same for a list of the request.
 *
 * @param path JSON Pointer of the list.
 * @param read Gets the JSON Pointer of the item, and its index; an issue that is told by any other place is one inside of the item.
 * @throws ValidationError with what is wrong with any of them.
 */
export function eachOf<Item, Result>(
  list: readonly Item[],
  path: string,
  read: (item: Item, path: string, at: number) => Result,
): Result[] {
  return readItems(list, (item, at) => inPlace(`${path}/${at}`, () => read(item, `${path}/${at}`, at)));
}

/**
 * Reads one value of the contract out of an object of the request, which is where its issues are told.
 *
 * @param path JSON Pointer of the object.
 * @param names Where in the object a member of the contract's value stands, where it has another name: `{ name: "/function/name" }`.
 */
export function inPlace<Result>(
  path: string,
  read: () => Result,
  names: Readonly<Record<string, string>> = {},
): Result {
  try {
    return read();
  } catch (error) {
    if (!ValidationError.isInstance(error)) throw error;
    throw new ValidationError(error.issues.map((issue) => ({ ...issue, path: placeOf(issue.path, path, names) })));
  }
}

function placeOf(inside: string, path: string, names: Readonly<Record<string, string>>): string {
  if (inside === path || inside.startsWith(`${path}/`)) return inside;
  const [, member = "", rest = ""] = /^\/([^/]*)(.*)$/s.exec(inside) ?? [];
  return Object.hasOwn(names, member) ? `${path}${names[member]}${rest}` : path + inside;
}
