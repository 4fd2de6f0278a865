/** Writes arranged turns as messages again: with new ids, with a result for every call, and merged. */

import type { AssistantChatMessage, ChatMessage, ToolChatMessage } from "@parlance/core";
import { replaceMembers } from "@parlance/core/json";
import { made } from "../../chat/made.js";
import type { Placed } from "../given.js";
import type { Item } from "./arrange.js";
import { changed, type PlacedChange } from "./change.js";
import type { Call, Exchange, Result } from "./exchange.js";
import { merged, type Speech } from "./merge.js";

export interface Rewritten {
  readonly messages: readonly ChatMessage[];
  readonly changes: readonly PlacedChange[];
}

type Names = ReadonlyMap<Call, string>;

/** @param names New ids of calls. */
export function rewritten(items: readonly Item[], names: Names): Rewritten {
  const messages: ChatMessage[] = [];
  const changes: PlacedChange[] = [];
  let speech: Placed<Speech>[] = [];
  const flush = (): void => {
    const run = merged(speech);
    for (const message of run.messages) messages.push(message);
    for (const index of run.mergedAt) changes.push(changed("message_merged", index));
    speech = [];
  };
  for (const item of items) {
    if (!("results" in item)) speech.push(item);
    else {
      for (const assistant of renamedAssistants(item, names)) speech.push(assistant);
      if (item.calls.length > 0) flush();
      for (const message of resultsOf(item, names)) messages.push(message);
      for (const change of changesOf(item, names)) changes.push(change);
    }
  }
  flush();
  return { messages: Object.freeze(messages), changes };
}

function renamedAssistants({ assistants, calls }: Exchange, names: Names): readonly Placed<AssistantChatMessage>[] {
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
  return calls === undefined ? message : replaceMembers(message, { tool_calls: Object.freeze(calls) });
}

/** Those that came, then those that nobody gave. */
function resultsOf(exchange: Exchange, names: Names): readonly ToolChatMessage[] {
  return [
    ...exchange.results.map((result) => renamedResult(result, names)),
    ...unanswered(exchange).map((call) => synthesised(names.get(call) ?? call.id)),
  ];
}

function renamedResult({ message, call }: Result, names: Names): ToolChatMessage {
  const id = names.get(call);
  return id === undefined ? message : replaceMembers(message, { tool_call_id: id });
}

function unanswered({ calls, results }: Exchange): readonly Call[] {
  const answered = new Set(results.map(({ call }) => call));
  return calls.filter((call) => !answered.has(call));
}

function synthesised(id: string): ToolChatMessage {
  return made({
    role: "tool",
    tool_call_id: id,
    content: "No result was recorded: the call was interrupted.",
    is_error: true,
  });
}

function changesOf(exchange: Exchange, names: Names): readonly PlacedChange[] {
  const { calls, results } = exchange;
  return [
    ...calls.filter((call) => names.has(call)).map((call) => changed("id_renamed", call.index, `${within(call)}/id`)),
    ...results.filter(({ call }) => names.has(call)).map(({ index }) => changed("id_renamed", index, "/tool_call_id")),
    ...unanswered(exchange).map((call) => changed("result_synthesised", call.index, within(call))),
  ];
}

function within({ position }: Call): string {
  return `/tool_calls/${position}`;
}
