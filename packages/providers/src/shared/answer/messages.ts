/** What was said and asked for, as a chat message and as messages of the contract. */

import { ChatMessage, type Surroundings, TextMessage, type ToolCall, ToolRequestMessage } from "@parlance/builders";
import type { AssistantChatMessage, ContentPart, Part } from "@parlance/core";
import type { Answer } from "../types.js";

/** Plain text stays a plain string. */
export function chatMessageOf(
  parts: readonly ContentPart[],
  calls: readonly ToolCall[],
): AssistantChatMessage | undefined {
  const [first] = parts;
  if (first === undefined) return calls.length === 0 ? undefined : ChatMessage.createAssistant(null, calls);
  return ChatMessage.createAssistant(parts.length === 1 && first.type === "text" ? first.text : parts, calls);
}

/** @param parts Without images: models say none here. */
export function messagesOfAnswer(
  parts: readonly ContentPart[],
  calls: readonly ToolCall[],
  { now, newId }: Surroundings = {},
): Answer["messages"] {
  // Options of an answer have more members than those of a message.
  const options: Surroundings = { ...(now === undefined ? {} : { now }), ...(newId === undefined ? {} : { newId }) };
  const said = parts.length === 0 ? [] : [TextMessage.assistant(parts as readonly Part[], options)];
  const asked = calls.length === 0 ? [] : [ToolRequestMessage.create(calls, options)];
  return Object.freeze([...said, ...asked]);
}
