/** Turns chat messages into stored messages that say the same, such as an import gives. */

import type { MessageOptions } from "@parlance/builders";
import {
  type AssistantChatMessage,
  type ChatContent,
  type ChatMessage,
  CURRENT_VERSION,
  type Message,
  type Part,
  type ToolCall,
  type ToolChatMessage,
  ValidationError,
} from "@parlance/core";
import { issue, messageReader, pointerKey } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import type { Report } from "../report/report.js";
import { createReport, type ReportWriter } from "../report/report-writer.js";
import { readConversation } from "./read-conversation.js";

/** What the envelope of a message has besides what is filled in: an id, a time, a conversation. */
export interface StoredEnvelope extends Pick<MessageOptions, "conversation_id" | "parent_id" | "source" | "metadata"> {
  readonly id: NonNullable<MessageOptions["id"]>;
  readonly created_at: NonNullable<MessageOptions["created_at"]>;
}

export interface StoredMessages {
  /** Frozen, in the order of what they were made of. */
  readonly messages: readonly Message[];
  /** For each message the index of the chat message that it was made of. */
  readonly origins: readonly number[];
  /** What a stored message has no place for; paths are places in what was given, such as `/messages/3/name`. */
  readonly report: Report;
}

/**
 * Chat messages as stored messages. What an assistant says and the calls that it asks for are two messages of one answer. No call is
 * approved: that one has run says nothing of who allowed it. A result names the last request before it that asked for its call.
 *
 * @param envelopeOf What the envelope of a message gets; `number` counts the messages that one chat message becomes, from 0.
 * @throws ValidationError for what is not a chat message, and for envelopes that the contract does not allow.
 */
export function toStoredMessages(
  messages: Iterable<ChatMessage>,
  envelopeOf: (index: number, number: number) => StoredEnvelope,
): StoredMessages {
  const report = createReport();
  const storing = new Storing(envelopeOf);
  for (const [index, read] of readConversation({ messages }).messages.entries()) {
    if (read.kind !== "chat")
      throw new ValidationError([issue("wrong_type", `/messages/${index}`, "a chat message", read.kind)]);
    reportOthers(read.message, `/messages/${index}`, report);
    storing.add(read.message, index);
  }
  const { stored } = storing;
  return Object.freeze({
    messages: Object.freeze(stored.map(({ message }) => message)),
    origins: Object.freeze(stored.map(({ origin }) => origin)),
    report: report.entries,
  });
}

/** The members of chat messages that stored messages have a place for. */
const STORED: Readonly<Record<ChatMessage["role"], readonly string[]>> = {
  system: ["role", "content"],
  user: ["role", "content"],
  assistant: ["role", "content", "tool_calls", "provider_state"],
  tool: ["role", "content", "tool_call_id", "is_error", "provider_state"],
};

function reportOthers(message: ChatMessage, path: string, report: ReportWriter): void {
  for (const name of Object.keys(message)) {
    if (STORED[message.role].includes(name)) continue;
    const reason = "a stored message has no place for this member";
    report.add("member_dropped", "dropped", `${path}/${pointerKey(name)}`, reason);
  }
}

/** A message and the chat message that it was made of. */
interface Stored {
  readonly message: Message;
  readonly origin: number;
}

class Storing {
  readonly stored: Stored[] = [];
  readonly #envelopeOf: (index: number, number: number) => StoredEnvelope;
  /** The request that asked for a call last, by the id of the call. */
  readonly #requests = new Map<string, string>();

  constructor(envelopeOf: (index: number, number: number) => StoredEnvelope) {
    this.#envelopeOf = envelopeOf;
  }

  add(message: ChatMessage, index: number): void {
    for (const one of this.#messagesOf(message, index)) this.stored.push({ message: one, origin: index });
  }

  #messagesOf(message: ChatMessage, index: number): readonly Message[] {
    switch (message.role) {
      case "system":
      case "user":
        return [
          storedMessage("text", { role: message.role, parts: partsOf(message.content) }, this.#envelopeOf(index, 0)),
        ];
      case "assistant":
        return this.#answer(message, index);
      case "tool":
        return [this.#result(message, index)];
    }
  }

  /** What a provider gave with the whole answer stands on its first message. */
  #answer({ content, tool_calls, provider_state }: AssistantChatMessage, index: number): readonly Message[] {
    const envelope = this.#envelopeOf(index, 0);
    const first = { ...envelope, provider_state };
    const answer = { id: envelope.id };
    const said =
      content === undefined
        ? []
        : [storedMessage("text", { role: "assistant", parts: partsOf(content), answer }, first)];
    if (tool_calls === undefined) return said;
    const own = said.length === 0 ? first : this.#envelopeOf(index, 1);
    const request = storedMessage("tool_request", { tool_calls: tool_calls.map(pendingCall), answer }, own);
    for (const { id } of tool_calls) this.#requests.set(id, own.id);
    return [...said, request];
  }

  #result({ tool_call_id, content, is_error, provider_state }: ToolChatMessage, index: number): Message {
    const status = is_error ? "error" : "success";
    const data = { request_id: this.#requests.get(tool_call_id), tool_call_id, status, ...outputOf(content, is_error) };
    return storedMessage("tool_result", data, { ...this.#envelopeOf(index, 0), provider_state });
  }
}

/** Not by a factory, which is stricter with what is new than the contract is with what somebody else has stored. */
function storedMessage(type: Message["type"], data: object, envelope: object): Message {
  return messageReader.parse({ type, schema_version: CURRENT_VERSION, ...envelope, data });
}

function pendingCall(call: ToolCall): object {
  const requested: ToolCall & { readonly approval?: object } = call;
  return replaceMembers(requested, { approval: { status: "pending" } });
}

/** Both unions have the same parts. */
function partsOf(content: ChatContent): readonly Part[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : (content as readonly Part[]);
}

/** What is told of an error is the text itself, without words of ours around it. */
function outputOf(content: ChatContent, isError: boolean): object {
  if (typeof content !== "string") return { parts: content, ...(isError ? { output_text: "" } : {}) };
  return isError ? { output_text: content } : { output: content };
}
