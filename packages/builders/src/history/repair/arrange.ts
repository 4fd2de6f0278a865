/** Brings every result to its call. */

import type { AssistantChatMessage, ChatMessage, ToolChatMessage } from "@parlance/core";
import type { Placed } from "../given.js";
import { changeAt, type PlacedChange, removalAt } from "./change.js";
import type { Call, ToolExchange } from "./exchange.js";
import type { Speech } from "./merge.js";

/** The messages in turns: those of the assistant with all their results, and those of others. */
export type Item = ToolExchange | Placed<Speech>;

export interface Arranged {
  readonly items: readonly Item[];
  readonly changes: readonly PlacedChange[];
}

interface State {
  readonly items: Item[];
  readonly changes: PlacedChange[];
  /** The exchange that the next message may still belong to. */
  current: ToolExchange | undefined;
  /** Under every id that came: the calls of the last turn with it that are not answered yet. */
  readonly waiting: Map<string, Call[]>;
}

/** Leaves out results that answer nothing. */
export function arrangedMessages(messages: readonly ChatMessage[]): Arranged {
  const state: State = { items: [], changes: [], current: undefined, waiting: new Map() };
  for (const [index, message] of messages.entries()) place(state, message, index);
  return state;
}

function place(state: State, message: ChatMessage, index: number): void {
  if (message.role === "tool") placeResult(state, { index, message });
  else if (message.role === "assistant") placeAssistant(state, { index, message });
  else placeOther(state, { index, message });
}

function placeOther(state: State, placed: Placed<Speech>): void {
  state.current = undefined;
  state.items.push(placed);
}

/** An assistant that speaks again after results begins another turn. */
function placeAssistant(state: State, placed: Placed<AssistantChatMessage>): void {
  const exchange = state.current?.results.length === 0 ? state.current : newExchange(state);
  exchange.assistants.push(placed);
  for (const [position, { id }] of (placed.message.tool_calls ?? []).entries()) {
    const call: Call = { exchange, index: placed.index, position, id };
    exchange.calls.push(call);
    wait(state.waiting, call);
  }
}

function newExchange(state: State): ToolExchange {
  const exchange: ToolExchange = { assistants: [], calls: [], results: [] };
  state.current = exchange;
  state.items.push(exchange);
  return exchange;
}

/** A result answers the last turn with its id: to give it to an earlier one would be a guess. */
function wait(waiting: Map<string, Call[]>, call: Call): void {
  const others = waiting.get(call.id);
  if (others?.[0]?.exchange === call.exchange) others.push(call);
  else waiting.set(call.id, [call]);
}

function placeResult(state: State, placed: Placed<ToolChatMessage>): void {
  const { index, message } = placed;
  const calls = state.waiting.get(message.tool_call_id);
  const call = calls?.shift();
  if (call === undefined) {
    const code = calls === undefined ? "orphan_dropped" : "repeated_result_dropped";
    state.changes.push(removalAt(code, index, message));
    return;
  }
  if (call.exchange !== state.current) state.changes.push(changeAt("result_moved", index));
  call.exchange.results.push({ ...placed, call });
}
