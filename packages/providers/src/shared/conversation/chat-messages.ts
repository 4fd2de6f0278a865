/** Turns the messages of a conversation, also stored ones, into the chat messages that a model is sent. */

import type { AssistantChatMessage, BranchProblem, Message } from "@parlance/core";
import { chatMessageReader, followedMessages } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import type { ReportWriter } from "../report/report-writer.js";
import { callPaths, isOf, type PlacedMessage } from "./placed.js";
import type { ReadConversation, ReadMessage } from "./read-conversation.js";
import { isForProviders, messageByFacts, partsByFacts } from "./stored/by-facts.js";
import { requestMessage, resultMessage } from "./stored/calls.js";
import { fileMessage } from "./stored/file.js";
import { imageMessage } from "./stored/image.js";
import { type ResourceRole, resourceMessage } from "./stored/resource.js";
import type { UnknownMembers } from "./unknown-members.js";

/**
 * The system text of the conversation, then its messages; what is never sent to a model is left out and reported, and so are
 * earlier versions of a stored message and messages of other branches than the active one.
 * @param resources On whose side resources of MCP servers stand.
 */
export function chatMessagesOf(
  { system, messages }: Pick<ReadConversation, "system" | "messages">,
  unknown: UnknownMembers,
  report: ReportWriter,
  resources: ResourceRole = "user",
): readonly PlacedMessage[] {
  const means: Means = { unknown, report, resources };
  const placed: PlacedMessage[] = [];
  if (system !== "")
    placed.push({
      message: chatMessageReader.parse({ role: "system", content: system }),
      path: "/system",
      content_path: "/system",
    });
  // What the model said right before it asked for calls is of the same answer, unless both say of which they are.
  let before: ReadMessage | undefined;
  for (const index of followedIndexes(messages, report)) {
    const read = messages[index] as ReadMessage;
    const path = `/messages/${index}`;
    const one = placedMessage(read, path, means);
    if (one === undefined) continue;
    const last = placed.at(-1);
    if (before !== undefined && isOfOneAnswer(before, read) && last !== undefined && isOf(last, "assistant"))
      placed[placed.length - 1] = joined(last, one);
    else placed.push(one);
    before = read;
  }
  return placed;
}

function isOfOneAnswer(words: ReadMessage, request: ReadMessage): boolean {
  if (words.kind !== "stored" || isStored(words, "tool_request") || !isStored(request, "tool_request")) return false;
  const [one, other] = [answerIdOf(words), answerIdOf(request)];
  return one === undefined || other === undefined || one === other;
}

function answerIdOf(read: ReadMessage): string | undefined {
  if (read.kind !== "stored") return undefined;
  const { message } = read;
  return message.type === "text" || message.type === "tool_request" ? message.data.answer?.id : undefined;
}

/** Each stored message once, as it was stored last, along the active branch. */
function followedIndexes(messages: readonly ReadMessage[], report: ReportWriter): Iterable<number> {
  if (messages.every(({ kind }) => kind !== "stored")) return messages.keys();
  const given = messages.map(({ message }) => message);
  const { indexes, earlier, elsewhere, problems } = followedMessages(given);
  for (const index of earlier) {
    const reason = "a later message with the same id takes the place of an earlier version";
    report.add("earlier_version_dropped", "dropped", `/messages/${index}`, reason);
  }
  for (const { code, index } of problems) tellParent(code, `/messages/${index}/parent_id`, report);
  for (const index of elsewhere)
    report.add(
      "other_branch_dropped",
      "dropped",
      `/messages/${index}`,
      "only the active branch of a conversation is sent",
    );
  return indexes;
}

function tellParent(code: BranchProblem["code"], path: string, report: ReportWriter): void {
  if (code === "unknown_parent")
    report.add("unknown_parent", "rewritten", path, "a message whose parent is not there follows the one before");
  else report.add("parent_cycle", "rewritten", path, "a message that would follow itself follows none");
}

interface Means {
  readonly unknown: UnknownMembers;
  readonly report: ReportWriter;
  readonly resources: ResourceRole;
}

/** Undefined for what is never sent; of everything else it is told what is not sent of it. */
function placedMessage(read: ReadMessage, path: string, means: Means): PlacedMessage | undefined {
  const { unknown, report } = means;
  if (read.kind === "broken") {
    report.add("message_dropped", "dropped", path, "a record that could not be read is never sent");
    return undefined;
  }
  const one = read.kind === "chat" ? { message: read.message, path } : fromStored(read.message, path, means);
  if (one === undefined) return undefined;
  if (read.kind === "chat") unknown.chatMessage(read.message, path);
  else unknown.storedMessage(read.message, path);
  return partsByFacts(one, isForProviders, report);
}

function isStored(read: ReadMessage, type: Message["type"]): boolean {
  return read.kind === "stored" && read.message.type === type;
}

function joined(text: PlacedMessage<AssistantChatMessage>, request: PlacedMessage): PlacedMessage {
  const { tool_calls, provider_state = [] } = request.message as AssistantChatMessage;
  const { approvals } = request;
  const states = [...(text.message.provider_state ?? []), ...provider_state];
  const message = replaceMembers(text.message, {
    ...(tool_calls === undefined ? {} : { tool_calls }),
    ...(states.length === 0 ? {} : { provider_state: Object.freeze(states) }),
  });
  const paths = [text.path, request.path];
  return { ...text, message, paths, call_paths: callPaths(request), ...(approvals === undefined ? {} : { approvals }) };
}

/** By hand where a type has more to say than one text; all others by what they declare. */
function fromStored(message: Message, path: string, { report, resources }: Means): PlacedMessage | undefined {
  switch (message.type) {
    case "image":
      return imageMessage(message, path, report);
    case "file_reference":
      return fileMessage(message, path, report);
    case "tool_request":
      return requestMessage(message, path);
    case "tool_result":
      return resultMessage(message, path, report);
    case "mcp_resource":
      return resourceMessage(message, path, resources, report);
    case "unknown":
      report.add(
        "message_dropped",
        "dropped",
        path,
        "a message of a type that this version does not know is never sent",
      );
      return undefined;
    default:
      return messageByFacts(message, path, report);
  }
}
