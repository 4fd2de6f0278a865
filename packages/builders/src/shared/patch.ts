/** Changes some fields of a value: what `with` of every type does. */

import type { Companion, Issue } from "@parlance/core";
import { changedCopy, isJsonObject, issue, issuesAt, isWithinLevels, MAX_DEPTH } from "@parlance/core/internal";
import { frozenJson } from "@parlance/core/json";
import { constructOwn, parsedDraft } from "./construct.js";
import { buildResultOf } from "./field-builder.js";

/** What to change: fields that are absent or undefined stay, null clears (and a default comes back), anything else replaces. */
export type Patch<Value> = { readonly [Name in keyof Value]?: Value[Name] | null | undefined };

/**
 * A frozen copy with some fields changed. What the type does not know of the value is kept, with every digit. Members that stay are
 * shared when the value was made or decoded here.
 *
 * @param fields Every field of the type; others in the patch are refused, since a misspelt one would change nothing.
 * @param problems What is wrong with the changed fields besides the schema; it gets them frozen, and those to be cleared not at all.
 * @throws ValidationError with all issues.
 */
export function patchedValue<Value extends object>(
  companion: Companion<Value>,
  value: Value,
  patch: Patch<Value>,
  fields: Readonly<Record<keyof Value, true>>,
  problems: (changes: Partial<Value>) => readonly Issue[],
): Value {
  const whole = decodedOrCopied(companion, value);
  if (!isJsonObject(whole)) return companion.parse(whole);
  const issues: Issue[] = [];
  const changes = frozenChanges(patch, fields, issues);
  issues.push(...problems(changes));
  const copy = changedCopy(whole, changes);
  const isOwn = issues.length === 0 && Object.values(changes).every(fitsIn);
  return isOwn ? constructOwn(companion, copy) : parsedDraft(companion, Object.freeze(copy), issues);
}

/**
 * The decoded form of a record, itself where it was made or decoded here; of one that is invalid a copy as it is.
 *
 * @throws ValidationError when it is not JSON.
 */
export function decodedOrCopied<Value extends object>(companion: Companion<Value>, record: Value): Value {
  const result = companion.safeParse(record);
  return result.ok ? result.value : (frozenJson(record) as unknown as Value);
}

/** Whether a frozen member is not nested too deeply for a record. */
function fitsIn(member: unknown): boolean {
  return isWithinLevels(member, MAX_DEPTH - 1);
}

/** The fields to change, each frozen, or undefined where it is to be cleared. */
function frozenChanges<Value extends object>(
  patch: Patch<Value>,
  fields: Readonly<Record<keyof Value, true>>,
  issues: Issue[],
): Partial<Value> {
  const changes: Record<string, unknown> = {};
  if (typeof patch !== "object" || patch === null) issues.push(NO_PATCH);
  for (const name of Object.keys(patch ?? {})) {
    if (!Object.hasOwn(fields, name)) issues.push(unknownField(fields));
    else if (patch[name as keyof Value] !== undefined) changes[name] = frozenMember(patch, name, issues);
  }
  return changes as Partial<Value>;
}

const NO_PATCH: Issue = /* @__PURE__ */ issue("wrong_type", "", "an object with the fields to change", "another value");

function unknownField(fields: object): Issue {
  return issue("unknown_field", "/*", `a field of the type: ${Object.keys(fields).join(", ")}`, "another name");
}

/** Undefined, which `replaceMembers` leaves out, for null. */
function frozenMember(patch: object, name: string, issues: Issue[]): unknown {
  const copy = buildResultOf(() => frozenJson((patch as Readonly<Record<string, unknown>>)[name]));
  if (copy.ok) return copy.value ?? undefined;
  issues.push(...issuesAt(`/${name}`, copy.issues));
  return undefined;
}
