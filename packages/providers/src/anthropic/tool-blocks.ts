/** Tool calls and their results as blocks. */

import type { AssistantChatMessage, ToolCall, ToolChatMessage } from "@parlance/core";
import { frozenJson, type JsonObject } from "@parlance/core/json";
import { isBlank } from "../shared/conversation/content.js";
import { callPath, contentPath, type PlacedMessage } from "../shared/conversation/placed.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { NameMap } from "../shared/request/names.js";
import { blocksOf, type PlacedBlock } from "./blocks.js";
import { callerMember } from "./call-state.js";
import { ownMembers } from "./own-members.js";
import type { ResultBlock, TextBlock, ToolResultBlock, ToolUseBlock } from "./wire.js";

/** What an answer says, each call in its place; calls without one stand after everything else. */
export function answerBlocks(
  placed: PlacedMessage<AssistantChatMessage>,
  names: NameMap,
  report: ReportWriter,
): readonly PlacedBlock[] {
  const calls = new Map((placed.message.tool_calls ?? []).map((call, index) => [call.id, { call, index }]));
  const block = ({ call, index }: { readonly call: ToolCall; readonly index: number }): PlacedBlock =>
    toolUseBlock(call, callPath(placed, index), names, report);
  const said = blocksOf(placed, report, (id) => {
    const called = calls.get(id);
    calls.delete(id);
    return called === undefined ? undefined : block(called);
  });
  return [...said, ...[...calls.values()].map(block)];
}

function toolUseBlock(call: ToolCall, path: string, names: NameMap, report: ReportWriter): PlacedBlock<ToolUseBlock> {
  const input = inputOf(call, path, report);
  const [id, name] = [names.callId(call.id), names.toolName(call.name)];
  return {
    block: { type: "tool_use", id, name, input, ...callerMember(call, path, report), ...ownMembers("call", call) },
    path,
  };
}

/** The provider takes an object only. What the model wrote wrongly stands in one as a text, so that the model sees it. */
function inputOf(
  { arguments: args, arguments_text: text, defect }: ToolCall,
  path: string,
  report: ReportWriter,
): JsonObject {
  if (defect !== undefined) {
    report.add("arguments_wrapped", "rewritten", text === undefined ? path : `${path}/arguments_text`, WRAPPED);
    return frozenJson({ invalid_arguments: text ?? "{}" }) as JsonObject;
  }
  if (text !== undefined) report.add("arguments_text_dropped", "dropped", `${path}/arguments_text`, OBJECT_ONLY);
  return args;
}

const WRAPPED = "arguments that are not a JSON object stand as a text in one, which is all that the provider takes";
const OBJECT_ONLY = "the provider takes the arguments as an object, not as the text that the model wrote";

/** A failure has to have words, or the provider refuses it. */
export function toolResultBlock(
  placed: PlacedMessage<ToolChatMessage>,
  names: NameMap,
  report: ReportWriter,
): PlacedBlock<ToolResultBlock> {
  const { tool_call_id, is_error } = placed.message;
  const content = resultContent(placed, report);
  const block: ToolResultBlock = {
    type: "tool_result",
    tool_use_id: names.callId(tool_call_id),
    ...(content === undefined ? {} : { content }),
    ...(is_error ? { is_error: true } : {}),
    ...ownMembers("result", placed.message),
  };
  return { block, path: placed.path };
}

/** Plain text stays a plain string. */
function resultContent(placed: PlacedMessage<ToolChatMessage>, report: ReportWriter): ToolResultBlock["content"] {
  const { content, is_error } = placed.message;
  if (content === "" && !is_error) {
    report.add("empty_content", "rewritten", contentPath(placed), "the provider refuses empty text; it is left out");
    return undefined;
  }
  if (typeof content === "string" && !isBlank(content)) return content;
  // Of a tool there are no others.
  const blocks = blocksOf(placed, report).map(({ block }) => block as ResultBlock);
  const [first] = blocks;
  if (first !== undefined) return blocks.length === 1 && isPlainText(first) ? first.text : [...blocks];
  if (!is_error) return undefined;
  report.add(
    "error_text_synthesised",
    "synthesised",
    contentPath(placed),
    "the provider refuses a failure without words",
  );
  return "The call failed; the tool said nothing about it.";
}

function isPlainText(block: ResultBlock): block is TextBlock {
  return block.type === "text" && Object.keys(block).length === 2;
}
