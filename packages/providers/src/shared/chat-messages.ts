/** Turns the messages of a conversation, also stored ones, into the chat messages that a model is sent. */

import { ChatMessage } from "@parlance/builders";
import type { AssistantChatMessage, Message, TextMessage } from "@parlance/core";
import { replaceMembers } from "@parlance/core/json";
import { isOf, type PlacedMessage, placedAt } from "./placed.js";
import type { ReadConversation, ReadMessage } from "./read-conversation.js";
import type { ReportWriter } from "./report-writer.js";
import { requestMessage, resultMessage } from "./stored/calls.js";
import { fileMessage } from "./stored/file.js";
import { imageMessage } from "./stored/image.js";
import { resourceMessage } from "./stored/resource.js";

/** The system text of the conversation, then its messages; what is never sent to a model is left out and reported. */
export function chatMessagesOf(
  { system, messages }: Pick<ReadConversation, "system" | "messages">,
  report: ReportWriter,
): readonly PlacedMessage[] {
  const placed: PlacedMessage[] = [];
  if (system !== "")
    placed.push({
      message: ChatMessage.createSystem(system),
      path: "/system",
      content_path: "/system",
      call_paths: [],
    });
  // A text that the model said right before it asked for calls is of the same answer.
  let isAfterText = false;
  for (const [index, read] of messages.entries()) {
    const path = `/messages/${index}`;
    const one = read.kind === "chat" ? placedAt(path, read.message) : fromStored(read.message, path, report);
    if (one === undefined) continue;
    const last = placed.at(-1);
    if (isAfterText && last !== undefined && isStored(read, "tool_request") && isOf(last, "assistant"))
      placed[placed.length - 1] = joined(last, one);
    else placed.push(one);
    isAfterText = isStored(read, "text");
  }
  return placed;
}

function isStored({ kind, message }: ReadMessage, type: Message["type"]): boolean {
  return kind === "stored" && message.type === type;
}

function joined(text: PlacedMessage<AssistantChatMessage>, request: PlacedMessage): PlacedMessage {
  const { tool_calls } = request.message as AssistantChatMessage;
  const { call_paths, approvals } = request;
  const message = replaceMembers(text.message, tool_calls === undefined ? {} : { tool_calls });
  return { ...text, message, call_paths, ...(approvals === undefined ? {} : { approvals }) };
}

function fromStored(message: Message, path: string, report: ReportWriter): PlacedMessage | undefined {
  switch (message.type) {
    case "text":
      return textMessage(message, path);
    case "image":
      return imageMessage(message, path, report);
    case "file_reference":
      return fileMessage(message, path, report);
    case "tool_request":
      return requestMessage(message, path);
    case "tool_result":
      return resultMessage(message, path, report);
    case "mcp_resource":
      return resourceMessage(message, path, report);
    case "system_control":
      report.add("control_dropped", "dropped", path, "a control of the session is never sent to a model");
      return undefined;
    case "unknown":
      report.add(
        "message_dropped",
        "dropped",
        path,
        "a message of a type that this version does not know is never sent",
      );
      return undefined;
  }
}

/** Plain text stays a plain string. */
function textMessage({ data: { role, parts } }: TextMessage, path: string): PlacedMessage {
  const [first] = parts;
  const content = parts.length === 1 && first?.type === "text" ? first.text : parts;
  const content_path = typeof content === "string" ? `${path}/data/parts/0` : `${path}/data/parts`;
  return { message: ChatMessage.parse({ role, content }), path, content_path, call_paths: [] };
}
