/** Tells everything that is wrong with a whole history. */

import { type ChatMessage, ConversationHistory, type Issue } from "@parlance/core";
import { issue, issuesAt } from "@parlance/core/internal";
import { isIterable } from "../shared/listed.js";
import { optionsOf } from "../shared/options.js";
import { messagePlaceIssues, type Placed, type ReadMessages, readMessages } from "./given.js";
import { isLive, type LiveHistory } from "./live-history.js";
import { assertOrder, followMessage, type HistoryOrder, startOfTurns } from "./order.js";

export interface ValidateHistoryOptions {
  /**
   * The rules to go by.
   * @defaultValue "strict"
   */
  readonly order?: HistoryOrder | undefined;
  /**
   * Whether calls that still wait for their results at the end are wrong: a provider refuses such a request.
   * @defaultValue false
   */
  readonly complete?: boolean | undefined;
}

/**
 * Everything that is wrong with a history: what its schema says, then the order of its messages, where messages of one role in a
 * row are one turn. Empty when nothing is wrong.
 *
 * @returns Issues at `/messages/3/…` of a history, at `/3/…` of bare messages. Codes are those of the schema,
 * `first_not_system`, `turn_not_expected`, `calls_open`, `call_not_open`, `duplicate_call_id`, `call_not_answered`, `place_without_call`, `duplicate_call_place`.
 */
export function validateHistory(
  history: ConversationHistory | LiveHistory | Iterable<ChatMessage>,
  options?: ValidateHistoryOptions,
): readonly Issue[] {
  const { order, complete } = optionsOf(options) ?? {};
  const state = startOfTurns(assertOrder(order));
  const { at, messages, issues } = read(history);
  const ofOrder = messages.flatMap(({ index, message }) =>
    issuesAt(`${at}/${index}`, [...followMessage(state, message, true), ...messagePlaceIssues(message)]),
  );
  return [...issues, ...ofOrder, ...(complete === true ? unanswered(messages, state.open, at) : [])];
}

interface Read extends ReadMessages {
  /** JSON Pointer of the list of messages. */
  readonly at: string;
}

function read(history: ConversationHistory | LiveHistory | Iterable<ChatMessage>): Read {
  if (isLive(history)) return { at: "/messages", messages: placed(history), issues: [] };
  if (isIterable(history)) return { at: "", ...readMessages(history) };
  return { at: "/messages", ...readStored(history) };
}

/** The messages of a history, or those that are valid when it is not. */
function readStored(history: unknown): ReadMessages {
  const result = ConversationHistory.safeParse(history);
  if (result.ok) return { messages: placed(result.value.messages), issues: [] };
  const { issues } = result.error;
  // What is not JSON may be a getter that throws; it is not read again.
  const isReadable = !issues.some(({ code }) => code === "not_json_value");
  return { messages: isReadable ? validMessages(history) : [], issues };
}

function validMessages(history: unknown): readonly Placed[] {
  const messages = (history as { readonly messages?: unknown } | null)?.messages;
  return isIterable(messages) ? readMessages(messages).messages : [];
}

function placed(messages: Iterable<ChatMessage>): readonly Placed[] {
  return Array.from(messages, (message, index) => ({ index, message }));
}

/** The calls that wait, oldest first; where an id came several times it is the last call that waits. */
function unanswered(messages: readonly Placed[], open: ReadonlySet<string>, at: string): readonly Issue[] {
  const places = new Map<string, string>();
  for (const { index, message } of messages) {
    const calls = message.role === "assistant" ? message.tool_calls : undefined;
    for (const [position, { id }] of calls?.entries() ?? [])
      if (open.has(id)) places.set(id, `${at}/${index}/tool_calls/${position}`);
  }
  return [...places.values()].map((place) => issue("call_not_answered", place, "a result of the call", "none"));
}
