/** Writes arranged turns as messages again: with new ids, with a result for every call, and merged. */

import type { AssistantChatMessage, ChatContent, ChatMessage, ToolChatMessage } from "@parlance/core";
import { replaceMembers } from "@parlance/core/json";
import { knownMessage } from "../../chat/known-message.js";
import type { Placed } from "../given.js";
import type { Item } from "./arrange.js";
import { changeAt, type PlacedChange } from "./change.js";
import type { Call, Result, ToolExchange } from "./exchange.js";
import { type MergedMessage, mergedMessages, type Speech, unmergedMessage } from "./merge.js";

/**
 * Which messages of one speaker in a row become one: all of them, or only those of an assistant from its first call on, which would
 * stand between that call and its result.
 */
export type MergeScope = "turns" | "calls";

export interface RewrittenMessages {
  readonly messages: readonly ChatMessage[];
  /** The places before of what every message was made of; none for one that was added. */
  readonly origins: readonly (readonly number[])[];
  readonly changes: readonly PlacedChange[];
}

type Names = ReadonlyMap<Call, string>;

interface Draft {
  readonly messages: ChatMessage[];
  readonly origins: (readonly number[])[];
  readonly changes: PlacedChange[];
}

/** @param names New ids of calls. */
export function rewrittenItems(items: readonly Item[], names: Names, scope: MergeScope): RewrittenMessages {
  const draft: Draft = { messages: [], origins: [], changes: [] };
  let speech: Placed<Speech>[] = [];
  for (const item of items) {
    if (!("results" in item)) speech.push(item);
    else {
      for (const assistant of renamedAssistants(item, names)) speech.push(assistant);
      if (item.calls.length > 0) speech = writeExchange(draft, mergedIn(speech, scope, item), item, names, speech);
    }
  }
  for (const message of mergedIn(speech, scope, undefined)) put(draft, message);
  return { ...draft, messages: Object.freeze(draft.messages) };
}

function mergedIn(
  speech: readonly Placed<Speech>[],
  scope: MergeScope,
  exchange: ToolExchange | undefined,
): readonly MergedMessage[] {
  if (scope === "turns") return mergedMessages(speech);
  const first = exchange?.calls[0]?.index ?? Number.POSITIVE_INFINITY;
  const before = speech.filter(({ index }) => index < first).map(unmergedMessage);
  return [...before, ...mergedMessages(speech.slice(before.length))];
}

/**
 * Each message with the results of its calls right after it.
 * @param messages What became of the speech.
 * @returns What was said after the last calls: the results stand between, so it may go into what is said next.
 */
function writeExchange(
  draft: Draft,
  messages: readonly MergedMessage[],
  exchange: ToolExchange,
  names: Names,
  speech: readonly Placed<Speech>[],
): Placed<Speech>[] {
  const answers = answersOf(messages, exchange, names);
  const last = Math.max(...answers.keys());
  for (const [at, message] of messages.slice(0, last + 1).entries()) {
    put(draft, message);
    const isMoved = at < messages.length - 1;
    for (const answer of answers.get(at) ?? []) {
      put(draft, answer);
      if (isMoved) for (const index of answer.from) draft.changes.push(changeAt("result_moved", index));
    }
  }
  for (const change of changesOf(exchange, names)) draft.changes.push(change);
  const end = messages[last]?.from.at(-1) ?? 0;
  return speech.filter(({ index }) => index > end);
}

function put({ messages, origins, changes }: Draft, { message, from }: Origin): void {
  messages.push(message);
  origins.push(from);
  for (const index of from.slice(1)) changes.push(changeAt("message_merged", index));
}

interface Origin {
  readonly message: ChatMessage;
  readonly from: readonly number[];
}

/** By the message with the call: those that came, then those that nobody gave. */
function answersOf(
  messages: readonly MergedMessage[],
  exchange: ToolExchange,
  names: Names,
): ReadonlyMap<number, readonly Origin[]> {
  const answers = new Map<number, Origin[]>();
  const positions = new Map(messages.flatMap(({ from }, at) => from.map((index) => [index, at] as const)));
  const add = ({ index }: Call, answer: Origin): void => {
    const at = positions.get(index) ?? messages.length - 1;
    const others = answers.get(at);
    if (others === undefined) answers.set(at, [answer]);
    else others.push(answer);
  };
  for (const result of exchange.results)
    add(result.call, { message: renamedResult(result, names), from: [result.index] });
  for (const call of unanswered(exchange)) add(call, { message: synthesised(names.get(call) ?? call.id), from: [] });
  return answers;
}

function renamedAssistants({ assistants, calls }: ToolExchange, names: Names): readonly Placed<AssistantChatMessage>[] {
  const renamed = calls.filter((call) => names.has(call));
  if (renamed.length === 0) return assistants;
  const nameAt = new Map(renamed.map((call) => [`${call.index} ${call.position}`, names.get(call)]));
  return assistants.map(({ index, message }) => ({
    index,
    message: withNames(message, (at) => nameAt.get(`${index} ${at}`)),
  }));
}

function withNames(
  message: AssistantChatMessage,
  nameOf: (position: number) => string | undefined,
): AssistantChatMessage {
  const calls = message.tool_calls?.map((call, position) => {
    const id = nameOf(position);
    return id === undefined ? call : replaceMembers(call, { id });
  });
  if (calls === undefined) return message;
  const content = withRenamedPlaces(message, nameOf);
  return replaceMembers(message, { tool_calls: Object.freeze(calls), ...(content === undefined ? {} : { content }) });
}

/** The places of calls go by the ids that these have now. */
function withRenamedPlaces(
  { content, tool_calls = [] }: AssistantChatMessage,
  nameOf: (position: number) => string | undefined,
): ChatContent | undefined {
  if (typeof content !== "object") return content;
  const parts = content.map((part) => {
    if (part.type !== "call_place") return part;
    const tool_call_id = nameOf(tool_calls.findIndex(({ id }) => id === part.tool_call_id));
    return tool_call_id === undefined ? part : replaceMembers(part, { tool_call_id });
  });
  return Object.freeze(parts);
}

function renamedResult({ message, call }: Result, names: Names): ToolChatMessage {
  const id = names.get(call);
  return id === undefined ? message : replaceMembers(message, { tool_call_id: id });
}

function unanswered({ calls, results }: ToolExchange): readonly Call[] {
  const answered = new Set(results.map(({ call }) => call));
  return calls.filter((call) => !answered.has(call));
}

function synthesised(id: string): ToolChatMessage {
  return knownMessage({
    role: "tool",
    tool_call_id: id,
    content: "No result was recorded: the call was interrupted.",
    is_error: true,
  });
}

function changesOf(exchange: ToolExchange, names: Names): readonly PlacedChange[] {
  const { calls, results } = exchange;
  return [
    ...calls.filter((call) => names.has(call)).map((call) => changeAt("id_renamed", call.index, `${within(call)}/id`)),
    ...results.filter(({ call }) => names.has(call)).map(({ index }) => changeAt("id_renamed", index, "/tool_call_id")),
    ...unanswered(exchange).map((call) => changeAt("result_synthesised", call.index, within(call))),
  ];
}

function within({ position }: Call): string {
  return `/tool_calls/${position}`;
}
