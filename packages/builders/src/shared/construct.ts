/** The last step of everything that is made here: a draft becomes a valid value, frozen to its last level, or one error says all that is wrong with it. */

import { type Issue, ValidationError } from "@parlance/core";
import { frozenWithin, issuesAt, isWithinLevels, MAX_DEPTH, type Reader, sealedValue } from "@parlance/core/internal";
import { frozenJson } from "@parlance/core/json";
import { withPathRule } from "./path-rule.js";

/** What a value is made of, by the names and types of its own fields. */
export type Draft<Value> = { readonly [Name in keyof Value]?: Value[Name] | undefined };

/** The same from a caller who may have passed anything. */
export type GivenFields<Value> = { readonly [Name in keyof Value]?: unknown };

/** The same, to be completed. */
export type MutableDraft<Value> = { -readonly [Name in keyof Value]?: unknown };

/** Refuses every name that is not a field's, also where it comes in by a spread. */
export type OnlyFields<Given, Value> = Given & { readonly [Name in Exclude<keyof Given, keyof Value>]: never };

/** What is made: its type, and how many levels a record has left for it. */
export interface Kind<Value> extends Pick<Reader<Value>, "is" | "safeParse"> {
  /** @defaultValue all of them */
  readonly levels?: number;
}

/** Values of a type that stand so deep in a record. */
export function kindWithin<Value>({ is, safeParse }: Kind<Value>, levels: number): Kind<Value> {
  return { is, safeParse, levels };
}

const NONE: readonly Issue[] = [];

/**
 * The value of a draft.
 *
 * @param draft A new object that nobody else holds, in canonical order, all objects and lists in which were frozen here and fit.
 * @param found What is wrong besides the schema.
 * @throws ValidationError with all issues.
 */
export function constructOwn<Value extends object, Given extends Draft<Value>>(
  kind: Kind<Value>,
  draft: OnlyFields<Given, Value>,
  found: readonly Issue[] = NONE,
): Value {
  const isDone = found.length === 0 && kind.is(draft);
  return isDone ? sealedValue(draft as object as Value, kind) : parsedDraft(kind, draft, found);
}

/** The same of a draft with members from elsewhere: what was frozen here is shared, anything else is copied. */
export function constructValue<Value extends object, Given extends Draft<Value>>(
  kind: Kind<Value>,
  draft: OnlyFields<Given, Value>,
  found: readonly Issue[] = NONE,
): Value {
  const own = found.length === 0 ? ownDraft(draft, kind.levels ?? MAX_DEPTH) : undefined;
  return own === undefined ? parsedDraft(kind, draft, found) : constructOwn<Value, Draft<Value>>(kind, own as never);
}

/**
 * The draft without undefined members, and with frozen copies in the place of those that were not made here: what is frozen elsewhere
 * may have accessors, or be a proxy. Undefined where only the long way can tell what is wrong.
 */
export function ownDraft(draft: object, levels: number): object | undefined {
  try {
    return withOwnMembers(draft as Record<string, unknown>, levels - 1);
  } catch (error) {
    if (!ValidationError.isInstance(error)) throw error;
    return undefined;
  }
}

function withOwnMembers(members: Record<string, unknown>, levels: number): object | undefined {
  for (const key in members) {
    const member = members[key];
    if (isScalar(member)) continue;
    if (member === undefined) return withOwnMembers(presentMembers(members), levels);
    const own = ownMember(member, levels);
    if (own === undefined) return undefined;
    if (own !== member) members[key] = own;
  }
  return members;
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "boolean" || value === null || Number.isFinite(value);
}

/** A copy without the members that are undefined. */
export function presentMembers<Members extends object>(members: Members): Members {
  const present: Partial<Members> = {};
  for (const key in members) if (members[key] !== undefined) present[key] = members[key];
  return present as Members;
}

/**
 * Undefined for what is nested too deeply.
 *
 * @throws ValidationError for what is not JSON.
 */
function ownMember(member: unknown, levels: number): unknown {
  const quick = frozenWithin(member, levels);
  if (quick !== undefined) return quick;
  const copy = frozenJson(member);
  return isWithinLevels(copy, levels) ? copy : undefined;
}

/** What only some types have to say of a draft. */
export interface DraftRules<Value> {
  /** What is wrong with a value besides the schema, or with a draft that is not one. */
  readonly problems: (value: object) => readonly Issue[];
  /** What is wrong with a value that is valid. */
  readonly unsound: (value: Value) => readonly Issue[];
  /** The member whose own members are told apart when one of them is not JSON. */
  readonly inner: string;
}

/**
 * The long way, over defaults, nulls that mean absent and unknown parts: to the value, or to all that is wrong with the draft.
 *
 * @throws ValidationError with all issues; what the schema says of places that have an issue already is left out.
 */
export function parsedDraft<Value extends object>(
  kind: Kind<Value>,
  draft: object,
  found: readonly Issue[] = NONE,
  rules?: DraftRules<Value>,
): Value {
  const result = kind.safeParse(draft);
  const problems = (result.ok ? rules?.problems(result.value) : unlessThrown(() => rules?.problems(draft))) ?? NONE;
  const issues = [...found, ...problems];
  const others = result.ok
    ? (rules?.unsound(result.value) ?? NONE)
    : issuesByMember(kind, draft, result.error.issues, rules?.inner);
  issues.push(...issuesElsewhere(others, issues));
  if (result.ok && issues.length === 0) return result.value;
  throw new ValidationError(issues);
}

/** What the schema says; of the other members, too, when one of them is not JSON. */
function issuesByMember<Value>(
  kind: Kind<Value>,
  draft: object,
  issues: readonly Issue[],
  inner: string | undefined,
): readonly Issue[] {
  if (!issues.some(isOfTheWhole)) return issues;
  const problems: Issue[] = [];
  const result = kind.safeParse(readableDraft(draft, problems, "", inner));
  return result.ok ? problems : [...problems, ...issuesElsewhere(result.error.issues, problems)];
}

/** Where a value is not JSON, no more is told of it than that. */
function isOfTheWhole({ code }: Issue): boolean {
  return code === "not_json_value" || code === "too_deep";
}

/** A member that is not JSON becomes one that is there, so that the schema can tell what is wrong with the others. */
function readableDraft(draft: object, problems: Issue[], path: string, inner: string | undefined): object {
  const readable = Object.entries(draft).map(([key, member]) => [
    key,
    key === inner
      ? readableDraft(member, problems, `/${key}`, undefined)
      : readableMember(member, problems, `${path}/${key}`),
  ]);
  return Object.fromEntries(readable);
}

function readableMember(member: unknown, problems: Issue[], path: string): unknown {
  try {
    return member === undefined ? undefined : frozenJson(member);
  } catch (error) {
    if (!ValidationError.isInstance(error)) throw error;
    problems.push(...issuesAt(path, error.issues));
    return true;
  }
}

/** The issues of places that have none yet. */
export function issuesElsewhere(issues: readonly Issue[], found: readonly Issue[]): readonly Issue[] {
  const places = new Set(found.map(({ path }) => path));
  return issues.filter(({ path }) => !places.has(path)).map(withPathRule);
}

/** Undefined when what is read throws, as accessors and proxies may; the schema's verdict then tells of them. */
export function unlessThrown<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
