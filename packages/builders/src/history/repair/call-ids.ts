/** Gives every call of a history an id of its own. */

import type { ChatMessage } from "@parlance/core";
import type { Call } from "./exchange.js";

/** How much of an id a new one keeps, in code points: an id has at most 256, and the rest is room for a number. */
const KEPT = 240;

/** New ids of the calls whose id an earlier call has: that id and `_2`, `_3` and so on, whichever is free. */
export function renamedCalls(calls: readonly Call[], messages: readonly ChatMessage[]): ReadonlyMap<Call, string> {
  const taken = idsOf(messages);
  const renamed = new Map<Call, string>();
  const seen = new Set<string>();
  const lastNumber = new Map<string, number>();
  for (const call of calls) {
    if (seen.has(call.id)) renamed.set(call, freeId(call.id, taken, lastNumber));
    seen.add(call.id);
  }
  return renamed;
}

/** All ids that stand in the messages. */
function idsOf(messages: readonly ChatMessage[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap((message) => {
      if (message.role === "tool") return message.tool_call_id;
      return message.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : [];
    }),
  );
}

/** @param lastNumber The number given last to every beginning, so that none is tried twice. */
function freeId(id: string, taken: ReadonlySet<string>, lastNumber: Map<string, number>): string {
  const beginning = id.length <= KEPT ? id : Array.from(id).slice(0, KEPT).join("");
  let number = lastNumber.get(beginning) ?? 1;
  do number++;
  while (taken.has(`${beginning}_${number}`));
  lastNumber.set(beginning, number);
  return `${beginning}_${number}`;
}
