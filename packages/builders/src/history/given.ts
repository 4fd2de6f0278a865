/** Turns what a caller gives as messages into messages that cannot change any more. */

import { type ChatMessage, type Issue, type SafeParseResult, ValidationError } from "@parlance/core";
import { chatMessageReader, issue, issuesAt, isWithinLevels, jsonWithin, sealedValue } from "@parlance/core/internal";
import { placeIssues } from "../chat/call-places.js";
import { isKnownMessage } from "../chat/known-message.js";
import { foreignIssues, withoutForeignNulls } from "../chat/of-some-roles.js";
import { MESSAGE_LEVELS } from "../shared/levels.js";
import { isIterable, itemsOfIterable } from "../shared/listed.js";
import { MAX_MESSAGES } from "./stored.js";

/**
 * The message in its decoded form, deeply frozen.
 * @throws ValidationError
 */
function parsedMessage(given: unknown): ChatMessage {
  const result = readMessage(given);
  if (result.ok) return result.value;
  throw result.error;
}

/**
 * All messages in their decoded form, deeply frozen.
 * @param most How many there may be.
 * @throws ValidationError with the problems of all; paths start with the place of the message.
 */
export function givenMessages(given: Iterable<unknown>, most: number = MAX_MESSAGES): readonly ChatMessage[] {
  const { messages, issues } = readMessages(given, most);
  if (issues.length > 0) throw new ValidationError(issues);
  return messages.map(({ message }) => message);
}

/**
 * As `parsedMessage`, for a message that joins a conversation: what belongs to another role alone is refused, and left out where it
 * is null; so are places of calls that it does not have. What was decoded keeps it, since stored data may have it.
 * @throws ValidationError
 */
export function joiningMessage(given: unknown): ChatMessage {
  const message = parsedMessage(given);
  const issues = joiningIssues(message, given);
  if (issues.length > 0) throw new ValidationError(issues);
  return isWritten(given) ? withoutForeignNulls(message) : message;
}

/**
 * As `joiningMessage`, for several.
 * @throws ValidationError with the problems of all; paths start with the place of the message.
 */
export function joiningMessages(given: Iterable<unknown>): readonly ChatMessage[] {
  const items = itemsOfIterable(given) ?? given;
  const messages = givenMessages(items);
  if (!Array.isArray(items)) return messages;
  const issues = messages.flatMap((message, at) => issuesAt(`/${at}`, joiningIssues(message, items[at])));
  if (issues.length > 0) throw new ValidationError(issues);
  return messages.map((message, at) => (isWritten(items[at]) ? withoutForeignNulls(message) : message));
}

function joiningIssues(message: ChatMessage, given: unknown): readonly Issue[] {
  return isWritten(given) ? [...foreignIssues(message.role, message), ...messagePlaceIssues(message)] : [];
}

/** What is wrong with the places of calls in a message. */
export function messagePlaceIssues(message: ChatMessage): readonly Issue[] {
  return placeIssues(message.content, message.role === "assistant" ? message.tool_calls : undefined);
}

/** Whether somebody wrote the message just now: what is made, decoded or restored is frozen. */
function isWritten(given: unknown): boolean {
  return !Object.isFrozen(given);
}

/** A message and its place among all. */
export interface Placed<Message extends ChatMessage = ChatMessage> {
  readonly index: number;
  readonly message: Message;
}

export interface ReadMessages {
  /** Those that are valid. */
  readonly messages: readonly Placed[];
  /** What is wrong with the others; `too_many` over as many as there may be, of which no more are read. */
  readonly issues: readonly Issue[];
}

/** Reads every message that is one. */
export function readMessages(given: Iterable<unknown>, most: number = MAX_MESSAGES): ReadMessages {
  const items = itemsOfIterable(given, most);
  if (items === undefined) return { messages: [], issues: [UNREADABLE] };
  const messages: Placed[] = [];
  const issues: Issue[] = [];
  for (const [index, one] of items.slice(0, most).entries()) {
    const result = readMessage(one);
    if (result.ok) messages.push({ index, message: result.value });
    else issues.push(...issuesAt(`/${index}`, result.error.issues));
  }
  if (items.length > most) issues.push(tooManyMessages(most));
  return { messages, issues };
}

const UNREADABLE: Issue = /* @__PURE__ */ issue("not_json_value", "", "JSON values", "a value that cannot be read");

export interface SharedMessages {
  /** A frozen list that shares them when all were made or decoded here; otherwise a list of them, or what was given instead. */
  readonly messages: unknown;
  /** What is wrong with those that join: members that belong to another role alone. */
  readonly issues: readonly Issue[];
}

/** Messages for a request; what else is wrong with them is for the request to tell. */
export function sharedMessages(given: unknown): SharedMessages {
  const items = isIterable(given) ? itemsOfIterable(given) : undefined;
  if (items === undefined) return { messages: given, issues: [] };
  if (items.every(isKnownMessage))
    return { messages: sealedValue(items as unknown[], jsonWithin(MESSAGE_LEVELS + 1)), issues: [] };
  const joined = items.map(joining);
  return {
    messages: joined.map(({ message }) => message),
    issues: joined.flatMap(({ issues }, at) => issuesAt(`/${at}`, issues)),
  };
}

/** What cannot be read as a message is left as it is. */
function joining(given: unknown): { readonly message: unknown; readonly issues: readonly Issue[] } {
  const result = readMessage(given);
  if (!result.ok || !isWritten(given)) return { message: given, issues: [] };
  return { message: withoutForeignNulls(result.value), issues: joiningIssues(result.value, given) };
}

/**
 * Refuses messages in their decoded form that are too many, or nested too deeply, for a history.
 * @throws ValidationError with the problems of all; paths start with the place of the message.
 */
export function assertHistoryFits(messages: readonly ChatMessage[], most: number): void {
  const issues: Issue[] = [];
  for (let at = 0; at < messages.length; at++)
    if (!isWithinLevels(messages[at], MESSAGE_LEVELS)) issues.push(...issuesAt(`/${at}`, [tooDeepMessage()]));
  if (messages.length > most) issues.push(tooManyMessages(most));
  if (issues.length > 0) throw new ValidationError(issues);
}

/** For more messages than a conversation may hold. */
export function tooManyMessages(most: number = MAX_MESSAGES): Issue {
  return issue("too_many", "", `at most ${most} messages in a conversation`, "more");
}

function readMessage(given: unknown): SafeParseResult<ChatMessage> {
  if (isKnownMessage(given)) return { ok: true, value: given };
  const result = chatMessageReader.safeParse(given);
  if (!result.ok || isWithinLevels(result.value, MESSAGE_LEVELS)) return result;
  return { ok: false, error: new ValidationError([tooDeepMessage()]) };
}

function tooDeepMessage(): Issue {
  return issue("too_deep", "", `at most ${MESSAGE_LEVELS} levels of nesting in a message of a history`, "more");
}
