/** Reads requests that somebody else made: values that have to be what they are, and members that nobody reads. */

import { type JsonObject, type JsonValue, ValidationError } from "@parlance/core";
import { isJsonObject } from "./answer/json-object.js";
import { type Members, membersOf } from "./answer/unread.js";
import { pointerKey } from "./pointer-key.js";
import type { ReportWriter } from "./report-writer.js";

/** The members of an object in which null says the same as nothing. */
export function presentMembersOf(object: JsonObject): Members {
  const members = membersOf(object);
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
  return Array.isArray(value) ? value : refuse("wrong_type", path, "array");
}

/** @throws ValidationError */
export function objectOf(value: JsonValue | undefined, path: string): JsonObject {
  return isJsonObject(value) ? value : refuse("wrong_type", path, "object");
}

/** @throws ValidationError with this one issue. */
export function refuse(code: string, path: string, expected: string): never {
  throw new ValidationError([{ code, path, keyword: "", expected, found: "something else" }]);
}
