/** The way from a conversation to what a provider's own mapping starts from; the same for all of them. */

import type { ChatMessage, ContentPart, InferenceOptions, JsonObject, ToolDefinition } from "@parlance/core";
import { chatMessagesOf } from "../conversation/chat-messages.js";
import { isKnownPart, isMediaPart, type MediaPart } from "../conversation/content.js";
import { type OrderRules, pairedMessages } from "../conversation/pairing.js";
import { type PlacedMessage, partPath } from "../conversation/placed.js";
import { readConversation } from "../conversation/read-conversation.js";
import { partsByFacts } from "../conversation/stored/by-facts.js";
import { systemFirst } from "../conversation/system-first.js";
import { type OwnMember, type UnknownMembers, unknownMembers } from "../conversation/unknown-members.js";
import type { ReportWriter } from "../report/report-writer.js";
import type { Conversation, RequestOptions, ToolChoice } from "../types.js";
import { type NameMap, type NameRules, namesFor } from "./names.js";
import { wellFormed, wellFormedMessage, wellFormedTool } from "./well-formed.js";

/** What a provider asks of a conversation. */
export interface PrepareRules extends OrderRules {
  readonly names: NameRules;
  readonly system: NonNullable<RequestOptions["system"]>;
  /**
   * Members that the contract does not know and the provider does.
   * @defaultValue none
   */
  readonly isOwn?: OwnMember;
  /**
   * Whether the provider has a form for a part in a message of this role.
   * @defaultValue never
   */
  readonly takes?: (part: MediaPart, role: ChatMessage["role"]) => boolean;
  /**
   * Whether the provider is told where among the words a call was asked for.
   * @defaultValue false: calls stand after what is said
   */
  readonly hasPlaces?: boolean;
}

/** A conversation in which every text can be written, every call is answered, and nothing is a message of its own that may not be. */
export interface Prepared {
  readonly messages: readonly PlacedMessage[];
  /** In their order, with the names that they have here. */
  readonly tools: readonly ToolDefinition[];
  readonly tool_choice: ToolChoice | undefined;
  readonly options: InferenceOptions;
  readonly names: NameMap;
}

/**
 * @param report Takes what was done; its paths are places in the conversation.
 * @throws ValidationError that lists everything wrong with the conversation.
 */
export function prepareConversation(conversation: Conversation, rules: PrepareRules, report: ReportWriter): Prepared {
  const read = readConversation(conversation);
  const { isOwn = NONE } = rules;
  const unknown = unknownMembers(report, isOwn);
  unknown.conversation(conversation, read.tool_choice);
  const written = chatMessagesOf(read, unknown, report).map((placed) =>
    wellFormedMessage(withWritten(placed, rules, report), report),
  );
  const ordered = rules.system === "first" ? systemFirst(written, isOwn, report) : written;
  const messages = pairedMessages(ordered, rules, report);
  const tools = read.tools.map((tool, index) => preparedTool(tool, `/tools/${index}`, unknown, report));
  const tool_choice = choiceOf(read.tool_choice, tools, report);
  const options = wellFormed(read.options as JsonObject, "/options", report) as InferenceOptions;
  const names = namesFor(rules.names, { messages, tools, tool_choice }, report);
  return { messages, tools, tool_choice, options, names };
}

const NONE: OwnMember = () => false;

/** The message with the parts alone that the provider writes by hand, or has to decide on by itself. */
function withWritten(placed: PlacedMessage, rules: PrepareRules, report: ReportWriter): PlacedMessage {
  const { takes, hasPlaces = false } = rules;
  const { role } = placed.message;
  if (!hasPlaces) tellPlaces(placed, report);
  const isWritten = (part: ContentPart): boolean =>
    part.type === "unknown" ||
    isKnownPart(part) ||
    (part.type === "call_place" && hasPlaces) ||
    (isMediaPart(part) && takes?.(part, role) === true);
  return partsByFacts(placed, isWritten, report);
}

/** A place that nothing follows is where the call is sent anyway. */
function tellPlaces(placed: PlacedMessage, report: ReportWriter): void {
  const { content } = placed.message;
  if (typeof content !== "object") return;
  const lastSaid = content.map(({ type }) => type === "call_place").lastIndexOf(false);
  for (const [index, { type }] of content.slice(0, Math.max(lastSaid, 0)).entries())
    if (type === "call_place") report.add("parts_moved", "rewritten", partPath(placed, index), AFTER_WORDS);
}

const AFTER_WORDS = "what is said after a call stands before the calls";

function preparedTool(
  tool: ToolDefinition,
  path: string,
  unknown: UnknownMembers,
  report: ReportWriter,
): ToolDefinition {
  unknown.tool(tool, path);
  return wellFormedTool(tool, path, report);
}

/** Without tools every choice but a call is the only one there is. */
function choiceOf(
  choice: ToolChoice | undefined,
  tools: readonly ToolDefinition[],
  report: ReportWriter,
): ToolChoice | undefined {
  if (choice === undefined || tools.length > 0) return choice;
  report.add("tool_choice_dropped", "dropped", "/tool_choice", "without tools there is nothing to choose");
  return undefined;
}
