/** The last step of every factory and builder of messages: the envelope is filled in, and everything is checked, copied and frozen. */

import {
  type Companion,
  CURRENT_VERSION,
  type Issue,
  type JsonObject,
  type Message,
  type Timestamp,
  type Uuid,
  ValidationError,
} from "@parlance/core";
import { frozenJson } from "@parlance/core/json";
import { elsewhere } from "./construct.js";
import { isOptions, optionsOf } from "./options.js";
import { isFrozenJson, isOfTheWhole, readableMember } from "./settle.js";
import { newUuid, type Surroundings, timestamp } from "./surroundings.js";

/** A message that the contract knows. */
export type KnownMessage = Exclude<Message, { readonly type: "unknown" }>;

/** What every factory of messages takes besides what the message says. */
export interface MessageOptions extends Surroundings {
  /** @defaultValue a new one */
  readonly id?: Uuid | undefined;
  /** @defaultValue the time now */
  readonly created_at?: Timestamp | undefined;
  /** The application's own notes; copied. */
  readonly metadata?: JsonObject | undefined;
}

/** Fields from a caller who may have passed anything. */
export type Given<Value extends object> = { readonly [Name in keyof Value]?: unknown };

/** What sets one type of message apart from the others. */
export interface MessageKind<Value extends KnownMessage> {
  readonly companion: Companion<Value>;
  readonly type: Value["type"];
  /** Puts in what nobody has to say; `created_at` is that of the message. */
  readonly complete?: (data: Given<Value["data"]>, created_at: Timestamp) => Given<Value["data"]>;
  /** What is wrong with the data besides what the schema sees, at places of the message. */
  readonly problems?: (data: Given<Value["data"]>) => readonly Issue[];
}

interface Wire<Value extends KnownMessage> {
  readonly data: Given<Value["data"]>;
}

/**
 * A message, deeply frozen.
 *
 * @param data In wire or decoded form; it is copied.
 * @param found What was found wrong before.
 * @throws ValidationError with all issues; with one alone for options that are none.
 */
export function constructMessage<Value extends KnownMessage>(
  kind: MessageKind<Value>,
  data: Given<Value["data"]>,
  options?: MessageOptions,
  found: readonly Issue[] = [],
): Value {
  optionsOf(options);
  const created_at = createdAt(options);
  const wire = {
    type: kind.type,
    schema_version: CURRENT_VERSION,
    id: options?.id ?? newUuid(options),
    created_at,
    data: kind.complete === undefined ? data : (guarded(() => kind.complete?.(data, created_at)) ?? data),
    metadata: options?.metadata ?? undefined,
  };
  const message = guarded(() => frozenJson(wire));
  const isSound = found.length === 0 && kind.companion.is(message) && problemsOf(kind, message.data).length === 0;
  return isSound ? message : explained(kind, wire, found);
}

/**
 * The message around data that a factory put together and froze itself, the quick way; undefined when only the other way can
 * tell what is wrong, or has to look for it.
 *
 * @param data In decoded form, frozen to its last level.
 */
export function quickMessage<Value extends KnownMessage>(
  kind: MessageKind<Value>,
  dataCompanion: Companion<Value["data"]>,
  data: object,
  options: MessageOptions | undefined,
  created_at?: Timestamp,
): Value | undefined {
  const isValid = dataCompanion.is(data) && problemsOf(kind, data).length === 0;
  return isValid ? enclosedMessage(kind, data, options, created_at) : undefined;
}

/**
 * The message around valid data; undefined when something is wrong with the options.
 *
 * @param data As `quickMessage` takes it, and without any problem.
 */
export function enclosedMessage<Value extends KnownMessage>(
  kind: MessageKind<Value>,
  data: Value["data"],
  options: MessageOptions | undefined,
  created_at: Timestamp = createdAt(options),
): Value | undefined {
  if (!isOptions(options)) return undefined;
  const message = enclosed(kind.type, created_at, data, options);
  // An id and a time that were made here are right.
  return options === undefined || kind.companion.is(message) ? (message as Value) : undefined;
}

/** When the message comes to be. */
export function createdAt(options: MessageOptions | undefined): Timestamp {
  return options?.created_at ?? timestamp(options);
}

function enclosed(type: string, created_at: Timestamp, data: object, options: MessageOptions | undefined): object {
  const id = options?.id ?? newUuid(options);
  const metadata = options?.metadata ?? undefined;
  return Object.freeze(
    metadata === undefined
      ? { type, schema_version: CURRENT_VERSION, id, created_at, data }
      : { type, schema_version: CURRENT_VERSION, id, created_at, data, metadata: sharedJson(metadata) },
  );
}

/** A frozen copy of what fits into a record anywhere; otherwise what no schema accepts. */
export function sharedJson(value: unknown): unknown {
  const copy = guarded(() => frozenJson(value));
  return isFrozenJson(copy, ROOM) ? copy : UNFIT;
}

/** Below the members of `data` and the items of their lists. */
const ROOM = 251;

/** Of no JSON type, so that it is refused wherever it stands. */
const UNFIT: unique symbol = Symbol("unfit");

/** The members that are neither undefined nor null, frozen: null in an optional field means that it is absent. */
export function presentMembers(members: Readonly<Record<string, unknown>>): object {
  const present: Record<string, unknown> = {};
  for (const name in members) {
    const member = members[name];
    if (member !== undefined && member !== null) present[name] = member;
  }
  return Object.freeze(present);
}

/** The long way, over nulls that mean absent, defaults and unknown parts: to the message, or to all that is wrong with it. */
function explained<Value extends KnownMessage>(
  kind: MessageKind<Value>,
  wire: Wire<Value>,
  found: readonly Issue[],
): Value {
  const result = kind.companion.safeParse(wire);
  const own = result.ok ? problemsOf(kind, result.value.data) : guarded(() => problemsOf(kind, wire.data));
  const issues = [...found, ...(own ?? [])];
  if (result.ok && issues.length === 0) return result.value;
  if (!result.ok) issues.push(...elsewhere(schemaIssues(kind.companion, wire, result.error.issues), issues));
  throw new ValidationError(issues);
}

/** What the schema says of the other members, too, when one of them is not JSON. */
function schemaIssues<Value extends KnownMessage>(
  companion: Companion<Value>,
  wire: Wire<Value>,
  issues: readonly Issue[],
): readonly Issue[] {
  if (!issues.some(isOfTheWhole)) return issues;
  const problems: Issue[] = [];
  const readable = {
    ...readableMembers("", { ...wire, data: undefined }, problems),
    data: readableMembers("data/", wire.data, problems),
  };
  const result = companion.safeParse(readable);
  return result.ok ? problems : [...problems, ...elsewhere(result.error.issues, problems)];
}

function readableMembers(at: string, members: object, problems: Issue[]): object {
  const readable = Object.entries(members).map(([name, member]) => [name, readableMember(at + name, member, problems)]);
  return Object.fromEntries(readable);
}

function problemsOf<Value extends KnownMessage>(
  kind: MessageKind<Value>,
  data: Given<Value["data"]>,
): readonly Issue[] {
  return kind.problems === undefined ? [] : kind.problems(data);
}

/** Undefined when what is read throws, as accessors and proxies may; the schema's verdict then tells of them. */
function guarded<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
