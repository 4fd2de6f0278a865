/** Chat messages to the messages of `/api/chat`. */

import type { AssistantChatMessage, JsonObject, ToolCall, ToolChatMessage } from "@parlance/core";
import { callPath, contentPath, isOf, type PlacedMessage } from "../shared/conversation/placed.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { NameMap } from "../shared/request/names.js";
import { contentOf } from "./content.js";
import { withinDoubles } from "./numbers.js";
import type { OllamaMessage, OllamaToolCall } from "./wire.js";

/** @param messages Paired: the call of each tool result stands before it. */
export function ollamaMessages(
  messages: readonly PlacedMessage[],
  names: NameMap,
  report: ReportWriter,
): OllamaMessage[] {
  const toolNames = new Map<string, string>();
  return messages.map((placed) => {
    const { message } = placed;
    dropName(placed, report);
    const { images, thinking, content } = contentOf(placed, report);
    const said = { role: message.role, content, ...(thinking && { thinking }), ...(images && { images }) };
    if (isOf(placed, "tool")) return { ...said, ...answered(placed, content, names, toolNames, report) };
    if (message.role !== "assistant" || message.tool_calls === undefined) return said;
    for (const { id, name } of message.tool_calls) toolNames.set(id, name);
    return { ...said, tool_calls: callsOf(placed, message, names, report) };
  });
}

function dropName({ message, path }: PlacedMessage, report: ReportWriter): void {
  if (message.role === "tool" || message.name === undefined) return;
  report.add("speaker_name_dropped", "dropped", `${path}/name`, "the provider's messages have no name of the speaker");
}

function answered(
  placed: PlacedMessage<ToolChatMessage>,
  content: string,
  names: NameMap,
  toolNames: ReadonlyMap<string, string>,
  report: ReportWriter,
): Pick<OllamaMessage, "content" | "tool_name" | "tool_call_id"> {
  const { tool_call_id, is_error } = placed.message;
  const name = toolNames.get(tool_call_id);
  return {
    content: is_error ? failureText(content, placed, report) : content,
    ...(name !== undefined && { tool_name: names.toolName(name) }),
    tool_call_id: names.callId(tool_call_id),
  };
}

/** That the call failed stands in the words. A result that was made up, in the place of its call, is reported as that already. */
function failureText(content: string, placed: PlacedMessage, report: ReportWriter): string {
  const path = contentPath(placed);
  if (path !== placed.path)
    report.add(
      "error_in_words",
      "rewritten",
      placed.path,
      "the provider has no flag for calls that failed: the text says it",
    );
  if (content !== "") return `Error: ${content}`;
  report.add("error_text_synthesised", "synthesised", path, "a failure without a text says nothing");
  return "Error: The tool call failed.";
}

function callsOf(
  placed: PlacedMessage,
  { tool_calls = [] }: AssistantChatMessage,
  names: NameMap,
  report: ReportWriter,
): OllamaToolCall[] {
  return tool_calls.map((call, index) => ({
    id: names.callId(call.id),
    function: {
      index,
      name: names.toolName(call.name),
      arguments: argumentsOf(call, callPath(placed, index), report),
    },
  }));
}

/** Arguments are an object here, never text: what is not an object is shown to the model inside of one. */
function argumentsOf(call: ToolCall, path: string, report: ReportWriter): JsonObject {
  const { arguments: sound, arguments_text: text, defect } = call;
  if (defect !== undefined) {
    report.add(
      "arguments_wrapped",
      "rewritten",
      text === undefined ? path : `${path}/arguments_text`,
      "arguments that are not a JSON object are sent as the text inside of one",
    );
    return { invalid_arguments: text ?? "{}" };
  }
  if (text !== undefined)
    report.add(
      "arguments_text_dropped",
      "dropped",
      `${path}/arguments_text`,
      "the provider takes arguments as an object, not as the model's own text",
    );
  return withinDoubles(sound, () =>
    report.add(
      "number_as_text",
      "rewritten",
      `${path}/arguments`,
      "the provider reads numbers as doubles; others go out as text",
    ),
  );
}
