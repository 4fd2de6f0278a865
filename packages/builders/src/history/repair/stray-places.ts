/** Leaves out places of calls that a message does not have, once it has all the calls that it will have. */

import type { ChatMessage } from "@parlance/core";
import { replaceMembers } from "@parlance/core/json";
import { strayPlaces } from "../../chat/call-places.js";
import { changeAt, type PlacedChange } from "./change.js";

export interface PlacedRight {
  readonly messages: readonly ChatMessage[];
  readonly changes: readonly PlacedChange[];
}

/** @param origins The places before of what each message was made of. */
export function withoutStrayPlaces(
  messages: readonly ChatMessage[],
  origins: readonly (readonly number[])[],
): PlacedRight {
  const changes: PlacedChange[] = [];
  const after = messages.map((message, at) => {
    const rest = withoutStrays(message);
    if (rest !== message) changes.push(changeAt("place_dropped", origins[at]?.[0] ?? 0));
    return rest;
  });
  return changes.length === 0 ? { messages, changes } : { messages: Object.freeze(after), changes };
}

function withoutStrays(message: ChatMessage): ChatMessage {
  const { content } = message;
  const calls = message.role === "assistant" ? message.tool_calls : undefined;
  const strays = new Set(strayPlaces(content, calls).map(({ at }) => at));
  if (typeof content !== "object" || strays.size === 0) return message;
  const rest = content.filter((_, at) => !strays.has(at));
  // Calls alone are an answer without content; anybody else has to have some.
  const nothing = calls === undefined ? "" : undefined;
  return replaceMembers<ChatMessage>(message, { content: rest.length === 0 ? nothing : Object.freeze(rest) });
}
