/** Chat messages to turns. */

import type { JsonObject, ToolCall } from "@parlance/core";
import { knownParts, type PlacedPart } from "../shared/conversation/content.js";
import type { NameMap } from "../shared/request/names.js";
import { callPath, contentPath, isOf, type PlacedMessage } from "../shared/conversation/placed.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { SmallCall, SmallTurn } from "./wire.js";

/** There is one system message at most, at the start. */
export function instructionsOf(messages: readonly PlacedMessage[], report: ReportWriter): string {
  const [first] = messages;
  return first === undefined || !isOf(first, "system") ? "" : textOf(first, report);
}

export function turnsOf(messages: readonly PlacedMessage[], names: NameMap, report: ReportWriter): SmallTurn[] {
  return messages.flatMap((placed) => {
    if (isOf(placed, "system")) return [];
    const text = textOf(placed, report);
    if (isOf(placed, "tool")) return [resultOf(placed, text, names, report)];
    const calls = isOf(placed, "assistant") ? callsOf(placed, names, report) : [];
    const by = isOf(placed, "user") ? "person" : "model";
    if (text !== "" || calls.length > 0) return [{ by, text, ...(calls.length === 0 ? {} : { calls }) }];
    report.add("empty_message_dropped", "dropped", placed.path, "a turn without words and calls says nothing");
    return [];
  });
}

/** All that a message says, as one text. */
function textOf(placed: PlacedMessage, report: ReportWriter): string {
  const { message, path } = placed;
  if (message.role !== "tool" && message.name !== undefined)
    report.add("speaker_name_dropped", "dropped", `${path}/name`, "turns have no name of the speaker");
  const texts = knownParts(placed, report).flatMap((one) => wordsOf(one, report));
  if (texts.length > 1) report.add("parts_joined", "merged", contentPath(placed), "a turn has one text");
  return texts.join("");
}

function wordsOf({ part, path }: PlacedPart, report: ReportWriter): readonly string[] {
  if (part.type === "text") return [part.text];
  if (part.type === "image") report.add("image_dropped", "dropped", path, "the provider has texts alone");
  if (part.type === "reasoning") report.add("reasoning_dropped", "dropped", path, "the provider has no reasoning");
  if (part.type !== "refusal") return [];
  report.add("refusal_as_text", "rewritten", path, "the provider has no refusals");
  return [part.text];
}

/** That the call failed stands in the words. */
function resultOf(
  placed: PlacedMessage<Extract<PlacedMessage["message"], { readonly role: "tool" }>>,
  text: string,
  names: NameMap,
  report: ReportWriter,
): SmallTurn {
  const { message, path } = placed;
  const answers = names.callId(message.tool_call_id);
  if (!message.is_error) return { by: "tool", text, answers };
  // A result that was made up has the place of its call, and is reported as that already.
  if (contentPath(placed) !== path) report.add("error_in_words", "rewritten", path, "the provider has no flag for failures");
  return { by: "tool", text: `Error: ${text === "" ? "The tool call failed." : text}`, answers };
}

function callsOf(
  placed: PlacedMessage<Extract<PlacedMessage["message"], { readonly role: "assistant" }>>,
  names: NameMap,
  report: ReportWriter,
): SmallCall[] {
  return (placed.message.tool_calls ?? []).map((call, index) => ({
    id: names.callId(call.id),
    name: names.toolName(call.name),
    input: inputOf(call, callPath(placed, index), report),
  }));
}

function inputOf(
  { arguments: sound, arguments_text: text, defect }: ToolCall,
  path: string,
  report: ReportWriter,
): JsonObject {
  const place = text === undefined ? path : `${path}/arguments_text`;
  if (defect !== undefined) {
    report.add("arguments_wrapped", "rewritten", place, "what is not an object is sent as a text inside of one");
    return { invalid_arguments: text ?? "" };
  }
  if (text !== undefined) report.add("arguments_text_dropped", "dropped", place, "the provider takes an object");
  return sound;
}
