/** Puts results into the order of their calls, for models that see no ids: their templates tell results apart by their order alone. */

import type { RepairChange, RepairedMessages } from "@parlance/builders";
import type { ChatMessage } from "@parlance/core";

interface Item {
  readonly message: ChatMessage;
  /** The places before of what it was made of; none for a result that was made up. */
  readonly origin: readonly number[];
  /** Results come after the message with their calls, in the order of these. */
  readonly rank: readonly [message: number, call: number];
}

/** @param repaired In which every call has one result directly after its message, and no two calls share an id. */
export function resultsInOrder(repaired: RepairedMessages): RepairedMessages {
  const items = itemsOf(repaired);
  const sorted = [...items].sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]);
  return {
    messages: sorted.map(({ message }) => message),
    origins: sorted.map(({ origin }) => origin),
    changes: [...repaired.changes, ...movesIn(items, repaired.changes)],
  };
}

function itemsOf({ messages, origins }: RepairedMessages): readonly Item[] {
  let asking = -1;
  let calls = new Map<string, number>();
  return messages.map((message, at) => {
    const origin = origins[at] ?? [];
    if (message.role === "tool")
      return { message, origin, rank: [asking, calls.get(message.tool_call_id) ?? calls.size] };
    asking = at;
    calls = message.role === "assistant" ? positionsOf(message.tool_calls ?? []) : new Map();
    return { message, origin, rank: [at, -1] };
  });
}

function positionsOf(calls: readonly { readonly id: string }[]): Map<string, number> {
  return new Map(calls.map(({ id }, position) => [id, position]));
}

/** Of results that now stand before one that came earlier, where that is not told already. */
function movesIn(items: readonly Item[], changes: readonly RepairChange[]): readonly RepairChange[] {
  const told = new Set(changes.flatMap(({ code, path }) => (code === "result_moved" ? path : [])));
  let [message, call] = [-1, -1];
  return items.flatMap(({ origin, rank }) => {
    const isMoved = rank[0] === message && rank[1] < call;
    if (!isMoved) [message, call] = rank;
    const places = isMoved ? origin.map((index) => `/messages/${index}`) : [];
    return places.filter((path) => !told.has(path)).map((path) => ({ code: "result_moved", path, message: MOVED }));
  });
}

const MOVED = "a result was put in the place of its call among the calls";
