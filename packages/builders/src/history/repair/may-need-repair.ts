/** Tells most messages that a repair leaves alone at one look at each. */

import type { ChatMessage, ToolCall } from "@parlance/core";

/**
 * False only where every call has an id of its own and its result, before anything but results follows, and no two neighbours but
 * results are of one role. True also for neighbours that are not merged.
 */
export function mayNeedRepair(messages: readonly ChatMessage[]): boolean {
  const ids = new Set<string>();
  const unanswered = new Set<string>();
  let last: ChatMessage["role"] | undefined;
  for (const message of messages) {
    if (message.role === "tool") {
      if (!unanswered.delete(message.tool_call_id)) return true;
    } else {
      if (unanswered.size > 0 || message.role === last) return true;
      for (const { id } of callsOf(message)) {
        if (ids.has(id)) return true;
        ids.add(id);
        unanswered.add(id);
      }
    }
    last = message.role;
  }
  return unanswered.size > 0;
}

function callsOf(message: ChatMessage): readonly ToolCall[] {
  return (message.role === "assistant" ? message.tool_calls : undefined) ?? [];
}
