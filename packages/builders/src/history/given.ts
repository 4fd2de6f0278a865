/** Turns what a caller gives as messages into messages that cannot change any more. */

import { ChatMessage, type Issue, type SafeParseResult, ValidationError } from "@parlance/core";
import { issue, issuesAt } from "@parlance/core/internal";
import { isMade } from "../chat/made.js";
import { isIterable, itemsOf } from "../shared/listed.js";
import { owned } from "../shared/owned.js";
import { isFrozenJson } from "../shared/settle.js";
import { MAX_MESSAGES } from "./stored.js";

/** How many objects and arrays may be nested in a message: a record may have 256 levels, and two of them are the history's. */
const MAX_LEVELS = 254;

/**
 * The message in its decoded form, deeply frozen.
 * @throws ValidationError
 */
export function parsedMessage(given: unknown): ChatMessage {
  const result = readMessage(given);
  if (result.ok) return result.value;
  throw result.error;
}

/**
 * All messages in their decoded form, deeply frozen.
 * @throws ValidationError with the problems of all; paths start with the place of the message.
 */
export function givenMessages(given: Iterable<unknown>): readonly ChatMessage[] {
  const { messages, issues } = readMessages(given);
  if (issues.length > 0) throw new ValidationError(issues);
  return messages.map(({ message }) => message);
}

/** A message and its place among all. */
export interface Placed<Message extends ChatMessage = ChatMessage> {
  readonly index: number;
  readonly message: Message;
}

export interface ReadMessages {
  /** Those that are valid. */
  readonly messages: readonly Placed[];
  /** What is wrong with the others; `too_many` over 65,536, of which no more are read. */
  readonly issues: readonly Issue[];
}

/** Reads every message that is one. */
export function readMessages(given: Iterable<unknown>): ReadMessages {
  const items = itemsOf(given);
  if (items === undefined) return { messages: [], issues: [UNREADABLE] };
  const messages: Placed[] = [];
  const issues: Issue[] = [];
  for (const [index, one] of items.slice(0, MAX_MESSAGES).entries()) {
    const result = readMessage(one);
    if (result.ok) messages.push({ index, message: result.value });
    else issues.push(...issuesAt(`/${index}`, result.error.issues));
  }
  if (items.length > MAX_MESSAGES) issues.push(tooManyMessages());
  return { messages, issues };
}

const UNREADABLE: Issue = /* @__PURE__ */ issue("not_json_value", "", "JSON values", "a value that cannot be read");

/** Messages in a frozen list that shares them when all were made or decoded here; otherwise a list of them, or what was given instead. */
export function sharedMessages(given: unknown): unknown {
  const items = isIterable(given) ? itemsOf(given) : undefined;
  if (items === undefined) return given;
  return items.every(isSettled) ? owned(items) : items;
}

/** Whether a message is one that `parse` gives back as it is: that never changes. What is not frozen is not even read. */
function isSettled(message: unknown): boolean {
  if (!isFrozenJson(message, MAX_LEVELS)) return false;
  const result = readMessage(message);
  return result.ok && result.value === message;
}

/** For more messages than a conversation may hold. */
export function tooManyMessages(): Issue {
  return issue("too_many", "", `at most ${MAX_MESSAGES} messages in a conversation`, "more");
}

function readMessage(given: unknown): SafeParseResult<ChatMessage> {
  if (isMade(given)) return { ok: true, value: given };
  const result = ChatMessage.safeParse(given);
  if (!result.ok || isWithin(result.value, MAX_LEVELS)) return result;
  const expected = `at most ${MAX_LEVELS} levels of nesting in a message of a history`;
  return { ok: false, error: new ValidationError([issue("too_deep", "", expected, "more")]) };
}

function isWithin(value: object, levels: number): boolean {
  if (levels <= 0) return false;
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    const member = members[key];
    if (typeof member === "object" && member !== null && !isWithin(member, levels - 1)) return false;
  }
  return true;
}
