/** What every message is made by: its envelope is filled in, and it goes the last step of everything that is made here. */

import { type Companion, CURRENT_VERSION, type Issue, type Message, type Timestamp, type Uuid } from "@parlance/core";
import { frozenWithin, MAX_DEPTH, messageIssues } from "@parlance/core/internal";
import { ENVELOPE_FIELDS } from "../generated/fields.gen.js";
import {
  type Draft,
  type DraftRules,
  type GivenFields,
  type MutableDraft,
  type OnlyFields,
  ownDraft,
  parsedDraft,
} from "./construct.js";
import { optionsOf } from "./options.js";
import { newUuid, type Surroundings, timestamp } from "./surroundings.js";

/** A message that the contract knows. */
export type KnownMessage = Exclude<Message, { readonly type: "unknown" }>;

/** What the envelope of any message may have besides, such as `metadata`; copied. */
type EnvelopeOptions = { readonly [Name in (typeof ENVELOPE_FIELDS)[number]]?: KnownMessage[Name] | undefined };

/** What every factory of messages takes besides what the message says. */
export interface MessageOptions extends Surroundings, EnvelopeOptions {
  /** @defaultValue a new one */
  readonly id?: Uuid | undefined;
  /** @defaultValue the time now */
  readonly created_at?: Timestamp | undefined;
}

type Completion<Data> = (draft: MutableDraft<Data>, created_at: Timestamp) => void;

/** What sets one type of message apart from the others. */
export interface MessageKind<Value extends KnownMessage> {
  readonly companion: Companion<Value>;
  readonly type: Value["type"];
  /** Says of `data` whether it is valid; without it the whole message is looked at. */
  readonly isData?: (data: unknown) => boolean;
  /** Puts in what nobody has to say; `created_at` is that of the message. */
  readonly complete?: Completion<Value["data"]>;
  /** What is wrong with the data besides what the schema sees, at places of the message. */
  readonly problems?: (data: GivenFields<Value["data"]>) => readonly Issue[];
}

/** `data` is one level down. */
const DATA_LEVELS: number = MAX_DEPTH - 1;

const NONE: readonly Issue[] = [];

/**
 * A message, deeply frozen.
 *
 * @param data A new object, in wire or decoded form; what is in it is copied unless it was frozen here.
 * @param found What was found wrong before.
 * @throws ValidationError with all issues, and with a single one for invalid options.
 */
export function constructMessage<Value extends KnownMessage, Given extends GivenFields<Value["data"]>>(
  kind: MessageKind<Value>,
  data: OnlyFields<Given, Value["data"]>,
  options?: MessageOptions,
  found: readonly Issue[] = NONE,
): Value {
  optionsOf(options);
  const created_at = createdAt(options);
  if (kind.complete !== undefined) complete(kind.complete, data, created_at);
  const own = found.length === 0 ? ownDraft(data, DATA_LEVELS) : undefined;
  return finished(kind, own ?? data, own !== undefined, created_at, options, found);
}

/** The same of data in its decoded form, everything in which is frozen JSON or not JSON at all. */
export function constructOwnMessage<Value extends KnownMessage, Given extends Draft<Value["data"]>>(
  kind: MessageKind<Value>,
  data: OnlyFields<Given, Value["data"]>,
  options?: MessageOptions,
): Value {
  optionsOf(options);
  const created_at = createdAt(options);
  if (kind.complete !== undefined) complete(kind.complete, data, created_at);
  return finished(kind, data, true, created_at, options, NONE);
}

function createdAt(options: MessageOptions | undefined): Timestamp {
  return options?.created_at ?? timestamp(options);
}

function finished<Value extends KnownMessage>(
  kind: MessageKind<Value>,
  data: object,
  isOwn: boolean,
  created_at: Timestamp,
  options: MessageOptions | undefined,
  found: readonly Issue[],
): Value {
  const { type } = kind;
  const id = options?.id ?? newUuid(options);
  const draft: Envelope = { type, schema_version: CURRENT_VERSION, id, created_at, data } as object;
  const isDone = withEnvelope(draft, options) && isOwn && isSound(kind, data, draft, options);
  return isDone ? (Object.freeze(draft) as Value) : parsedDraft(kind.companion, draft, found, rulesOf(kind));
}

type Envelope = { -readonly [Name in keyof EnvelopeOptions]: unknown };

/** Puts in what was given of the envelope; whether the draft has copies of its own then. */
function withEnvelope(draft: Envelope, options: MessageOptions | undefined): boolean {
  let isOwn = true;
  for (const name of ENVELOPE_FIELDS) {
    const given: unknown = options?.[name];
    if (given === undefined || given === null) continue;
    const own = typeof given === "object" ? frozenWithin(given, DATA_LEVELS) : given;
    draft[name] = own ?? given;
    if (own === undefined) isOwn = false;
  }
  return isOwn;
}

/** A draft that cannot be completed is told by the schema's verdict. */
function complete<Data>(fill: Completion<Data>, draft: MutableDraft<Data>, created_at: Timestamp): void {
  try {
    fill(draft, created_at);
  } catch {
    // Accessors and proxies throw whatever they like.
  }
}

/** Whether the message is valid as it is, frozen but for itself. */
function isSound<Value extends KnownMessage>(
  kind: MessageKind<Value>,
  data: object,
  draft: object,
  options: MessageOptions | undefined,
): boolean {
  const problems = kind.problems?.(data as GivenFields<Value["data"]>) ?? NONE;
  if (problems.length > 0) return false;
  Object.freeze(data);
  // An id and a time that were made here are right.
  const isValid = options === undefined && kind.isData !== undefined ? kind.isData(data) : kind.companion.is(draft);
  return isValid && semanticIssues(draft as Value).length === 0;
}

/** What no schema can say. The name of a tool is what a model called it by, whether or not every provider takes it. */
function semanticIssues(message: KnownMessage): readonly Issue[] {
  return messageIssues(message).filter(({ code }) => code !== "not_portable_name");
}

function rulesOf<Value extends KnownMessage>({ problems }: MessageKind<Value>): DraftRules<Value> {
  return {
    problems: (message) => problems?.((message as Value).data) ?? NONE,
    unsound: semanticIssues,
    inner: "data",
  };
}
