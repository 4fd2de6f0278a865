/** The messages of a request, read into chat messages. */

import { ChatMessage, ToolCall } from "@parlance/builders";
import type { ChatContent, ContentPart, JsonObject, JsonValue, ToolChatMessage } from "@parlance/core";
import { replaceMembers } from "@parlance/core/json";
import { statesOf } from "../shared/answer/given-state.js";
import { plainContent } from "../shared/conversation/content.js";
import { understoodMessage } from "../shared/import/understood.js";
import {
  dropRest,
  eachOf,
  inPlace,
  listOf,
  presentMembersOf,
  readItems,
  refuseValue,
  requiredObject,
} from "../shared/import/values.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import { callerState } from "./call-state.js";
import { importPart } from "./import-parts.js";
import { importOwnMembers } from "./own-members.js";
import type { Cacheable } from "./wire.js";

/** The instructions at the start; none when they say nothing. */
export function importSystem(given: JsonValue | undefined, report: ReportWriter): readonly ChatMessage[] {
  if (given === undefined || given === null || given === "") return [];
  const content = contentOf(blocksOf(given, "/system"), report);
  return content === undefined ? [] : [ChatMessage.createSystem(content, { allowEmpty: true })];
}

/** @throws ValidationError for what is not a list of messages. */
export function importMessages(given: JsonValue | undefined, report: ReportWriter): readonly ChatMessage[] {
  if (given === undefined || given === null) refuseValue("missing_property", "/messages", "the messages of a request");
  const all = eachOf(listOf(given, "/messages"), "/messages", (message, path) => {
    const given = requiredObject(message, path);
    return understoodMessage(given, path, report, (watched) => importMessage(given, path, watched));
  });
  return all.flat();
}

function importMessage(given: JsonObject, path: string, report: ReportWriter): readonly ChatMessage[] {
  const members = presentMembersOf(given);
  const blocks = blocksOf(members.any("content") ?? [], `${path}/content`);
  const messages = messagesOf(members.text("role"), blocks, path, report);
  if (messages.length === 0)
    report.add("empty_message_dropped", "dropped", path, "a message without blocks says nothing");
  dropRest(members, path, report);
  return messages;
}

interface PlacedBlock {
  readonly block: JsonObject;
  readonly path: string;
}

/** Text is one block of text, and stands in its place. */
function blocksOf(content: JsonValue, path: string): readonly PlacedBlock[] {
  if (typeof content === "string") return [{ block: { type: "text", text: content }, path }];
  return eachOf(listOf(content, path), path, (block, place) => ({ block: requiredObject(block, place), path: place }));
}

function messagesOf(
  role: string | undefined,
  blocks: readonly PlacedBlock[],
  path: string,
  report: ReportWriter,
): readonly ChatMessage[] {
  switch (role) {
    case "system":
      return withContent(blocks, report, (content) => ChatMessage.createSystem(content, { allowEmpty: true }));
    case "user":
      return userMessages(blocks, report);
    case "assistant":
      return assistantMessages(blocks, report);
    default:
      return refuseValue("not_allowed_value", `${path}/role`, "user, assistant or system");
  }
}

/** Results answer their calls before the user says anything. */
function userMessages(blocks: readonly PlacedBlock[], report: ReportWriter): readonly ChatMessage[] {
  const isResult = ({ block }: PlacedBlock): boolean => block.type === "tool_result";
  const firstOther = blocks.findIndex((placed) => !isResult(placed));
  for (const { path } of firstOther < 0 ? [] : blocks.slice(firstOther).filter(isResult)) {
    report.add("result_moved", "rewritten", path, "a result stands before what the user says");
  }
  const results = readItems(blocks.filter(isResult), (placed) => toolResult(placed, report));
  const said = blocks.filter((placed) => !isResult(placed));
  const create = (content: ChatContent): ChatMessage => ChatMessage.createUser(content, { allowEmpty: true });
  return [...results, ...withContent(said, report, create)];
}

const RESULT_NAMES = { tool_call_id: "/tool_use_id" };

function toolResult({ block, path }: PlacedBlock, report: ReportWriter): ChatMessage {
  const members = presentMembersOf(block);
  members.skip("type");
  const id = members.text("tool_use_id") || refuseValue("missing_property", `${path}/tool_use_id`, "the id of a call");
  const content = contentOf(blocksOf(members.any("content") ?? "", `${path}/content`), report) ?? "";
  const isError = members.flag("is_error") ?? false;
  const own = importOwnMembers("result", block, members);
  dropRest(members, path, report);
  const result = inPlace(path, () => ChatMessage.createToolResult(id, content, isError), RESULT_NAMES);
  return replaceMembers<ToolChatMessage & Cacheable>(result, own);
}

/** Calls before something that is said keep their places among it. */
function assistantMessages(blocks: readonly PlacedBlock[], report: ReportWriter): readonly ChatMessage[] {
  const lastSaid = blocks.map(isCall).lastIndexOf(false);
  const calls = readItems(blocks.filter(isCall), (placed) => toolCall(placed, report));
  let called = 0;
  const parts = blocks.slice(0, lastSaid + 1).flatMap((placed): readonly ContentPart[] => {
    if (!isCall(placed)) return partsOf([placed], report);
    const call = calls[called++];
    return call === undefined ? [] : [{ type: "call_place", tool_call_id: call.id }];
  });
  return parts.length + calls.length === 0
    ? []
    : [ChatMessage.createAssistant(parts.length === 0 ? null : plainContent(parts), calls)];
}

function isCall({ block }: PlacedBlock): boolean {
  return block.type === "tool_use";
}

function toolCall({ block, path }: PlacedBlock, report: ReportWriter): ToolCall {
  const members = presentMembersOf(block);
  members.skip("type");
  const id = members.text("id") || refuseValue("missing_property", `${path}/id`, "the id of a call");
  const name = members.text("name") || refuseValue("missing_property", `${path}/name`, "the name of a tool");
  const input = requiredObject(members.any("input") ?? {}, `${path}/input`);
  const own = importOwnMembers("call", block, members);
  const state = callerState(members);
  dropRest(members, path, report);
  const states = state === undefined ? {} : { provider_state: statesOf("anthropic", state) };
  const call = { id, name, arguments: input, ...states, ...own };
  return inPlace(path, () => ToolCall.parse(call), { arguments: "/input" });
}

function withContent(
  blocks: readonly PlacedBlock[],
  report: ReportWriter,
  create: (content: ChatContent) => ChatMessage,
): readonly ChatMessage[] {
  const content = contentOf(blocks, report);
  return content === undefined ? [] : [create(content)];
}

/** Plain text stays a plain string. Undefined when there is nothing. */
function contentOf(blocks: readonly PlacedBlock[], report: ReportWriter): ChatContent | undefined {
  const parts = partsOf(blocks, report);
  return parts.length === 0 ? undefined : plainContent(parts);
}

function partsOf(blocks: readonly PlacedBlock[], report: ReportWriter): readonly ContentPart[] {
  return blocks.flatMap(({ block, path }) => importPart(block, path, report) ?? []);
}
