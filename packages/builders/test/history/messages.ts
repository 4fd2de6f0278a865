/** Messages that tests of histories are made of. */

import { CURRENT_VERSION } from "@parlance/core";
import { ChatMessage, ConversationHistory, type LiveHistory, ToolCall } from "../../src/index.js";

export const ID = "00000000-0000-4000-8000-000000000020";
export const CREATED_AT = "2026-11-21T10:00:00.000Z";

export const SYSTEM: ChatMessage = ChatMessage.createSystem("You are a helpful assistant.");

export function user(text = "Hello!"): ChatMessage {
  return ChatMessage.createUser(text);
}

export function assistant(text = "Hi."): ChatMessage {
  return ChatMessage.createAssistant(text);
}

/** An assistant that asks for calls with these ids. */
export function asks(...ids: readonly string[]): ChatMessage {
  return ChatMessage.createAssistant(
    null,
    ids.map((id) => ToolCall.create(id, "read_file", {})),
  );
}

/** An assistant that asks for two calls with one id, which no factory makes. */
export function asksTwice(id: string): ChatMessage {
  const call = { id, name: "read_file", arguments: {} };
  return ChatMessage.parse({ role: "assistant", tool_calls: [call, call] });
}

export function result(id: string, text = "done"): ChatMessage {
  return ChatMessage.createToolResult(id, text);
}

/** A strict history with a fixed id and time. */
export function started(...messages: readonly ChatMessage[]): LiveHistory {
  const history = ConversationHistory.create({ id: ID, created_at: CREATED_AT });
  for (const message of messages) history.add(message);
  return history;
}

/** The stored form of a history with these messages, in whatever order. */
export function stored(...messages: readonly unknown[]): ConversationHistory {
  return ConversationHistory.parse({ schema_version: CURRENT_VERSION, id: ID, created_at: CREATED_AT, messages });
}
