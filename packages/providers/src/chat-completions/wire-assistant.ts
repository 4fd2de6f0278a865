/** What a model said before, to the wire. */

import type { AssistantChatMessage } from "@parlance/core";
import { knownParts, type PlacedPart } from "../shared/conversation/content.js";
import { callPath, contentPath, type PlacedMessage } from "../shared/conversation/placed.js";
import type { ReasoningMember } from "../shared/provider-names.js";
import { argumentsText } from "./call-arguments.js";
import { withKeptAudio } from "./kept-audio.js";
import type { AssistantMessageWire, TextPartWire, ToolCallWire } from "./wire.js";
import { textContent, textPart } from "./wire-content.js";
import { speakerMembers } from "./wire-speaker.js";
import type { Writing } from "./writing.js";

/** What an answer has besides calls. */
type Said = Pick<AssistantMessageWire, "content" | "refusal" | "audio" | ReasoningMember>;

/** Undefined, and reported, when nothing of it can be sent. */
export function assistantMessage(
  placed: PlacedMessage<AssistantChatMessage>,
  writing: Writing,
): AssistantMessageWire | undefined {
  const calls = (placed.message.tool_calls ?? []).map((call, at) => wireCall(call, callPath(placed, at), writing));
  const said = saidOf(placed, writing);
  if (calls.length === 0 && saysNothing(said)) {
    writing.report.add("empty_message_dropped", "dropped", placed.path, "nothing that it says can be sent");
    return undefined;
  }
  const tool_calls = calls.length === 0 ? {} : { tool_calls: calls };
  return { role: "assistant", ...said, ...speakerMembers(placed, writing), ...tool_calls };
}

function saysNothing(said: Said): boolean {
  return said.content === null && Object.keys(said).length === 1;
}

function wireCall(
  call: NonNullable<AssistantChatMessage["tool_calls"]>[number],
  path: string,
  writing: Writing,
): ToolCallWire {
  const { id, name } = call;
  const { names } = writing;
  const text = argumentsText(call, path, writing);
  return { id: names.callId(id), type: "function", function: { name: names.toolName(name), arguments: text } };
}

function saidOf(answer: PlacedMessage<AssistantChatMessage>, writing: Writing): Said {
  const { placed, audio } = withKeptAudio(answer, writing);
  return { ...wordsOf(placed, Object.keys(audio).length > 0, writing), ...audio };
}

function wordsOf(placed: PlacedMessage<AssistantChatMessage>, hasAudio: boolean, writing: Writing): Said {
  const { content, tool_calls } = placed.message;
  if (typeof content === "string" && (content !== "" || tool_calls === undefined)) return { content };
  const parts = knownParts(placed, writing.report);
  const text = textOf(parts, placed, writing);
  const isAlone = text === null && tool_calls === undefined && !hasAudio;
  const refusal = refusalOf(parts, isAlone, placed, writing);
  const reasoning = reasoningOf(parts, placed, writing);
  const needsText =
    tool_calls === undefined && !hasAudio && refusal.refusal === undefined && Object.keys(reasoning).length > 0;
  return { content: text === null && needsText ? "" : text, ...refusal, ...reasoning };
}

/** Null for no text beside calls or a refusal: an empty one is refused by some servers, and no member at all by others. */
function textOf(
  parts: readonly PlacedPart[],
  placed: PlacedMessage<AssistantChatMessage>,
  writing: Writing,
): string | TextPartWire[] | null {
  const { content, tool_calls } = placed.message;
  const texts = parts.flatMap((part) => spokenText(part, writing));
  if (texts.some(({ text }) => text !== "")) return textContent(texts, contentPath(placed), writing);
  if (content !== "" && texts.length === 0) return null;
  const hasRefusal =
    writing.dialect.hasRefusal && parts.some(({ part }) => part.type === "refusal" && part.text !== "");
  if (tool_calls === undefined && !hasRefusal) return textContent(texts, contentPath(placed), writing);
  writing.report.add(
    "empty_content",
    "rewritten",
    contentPath(placed),
    "an empty text beside others is written as null",
  );
  return null;
}

function spokenText({ part, path }: PlacedPart, { dialect, report }: Writing): TextPartWire[] {
  if (part.type === "text") return [textPart(part.text)];
  if (part.type === "image") report.add("image_dropped", "dropped", path, "answers have no images");
  if (part.type !== "refusal" || dialect.hasRefusal) return [];
  report.add("refusal_as_text", "rewritten", path, "the provider has no refusals");
  return [textPart(part.text)];
}

/** @param isAlone Whether there is nothing else: beside anything, a refusal without a word is what servers write for none. */
function refusalOf(
  parts: readonly PlacedPart[],
  isAlone: boolean,
  placed: PlacedMessage,
  { dialect, report }: Writing,
): Pick<Said, "refusal"> {
  const texts = parts.flatMap(({ part }) => (part.type === "refusal" ? [part.text] : []));
  if (!dialect.hasRefusal || texts.length === 0) return {};
  if (texts.length > 1) report.add("refusals_joined", "merged", contentPath(placed), "an answer has one refusal");
  const first = parts.findIndex(({ part }) => part.type === "refusal");
  if (parts.slice(first).some(({ part }) => part.type === "text" && part.text !== ""))
    report.add("refusal_moved", "rewritten", contentPath(placed), "a refusal stands after what was said");
  const refusal = texts.join("\n");
  if (refusal !== "" || isAlone) return { refusal };
  report.add("refusal_dropped", "dropped", contentPath(placed), "a refusal without a word says nothing beside others");
  return {};
}

/** Reasoning is one text before everything else, without anybody's proof of it. */
function reasoningOf(
  parts: readonly PlacedPart[],
  placed: PlacedMessage,
  { dialect, report }: Writing,
): Pick<Said, ReasoningMember> {
  const reasoned = parts.flatMap(({ part, path }) => (part.type === "reasoning" ? [{ part, path }] : []));
  if (reasoned.length === 0) return {};
  if (dialect.reasoning === undefined) {
    for (const { path } of reasoned) report.add("reasoning_dropped", "dropped", path, "the provider takes none back");
    return {};
  }
  const isFirst = reasoned.every(({ part }, at) => parts[at]?.part === part);
  if (!isFirst)
    report.add("reasoning_moved", "rewritten", contentPath(placed), "reasoning stands before what was said");
  if (reasoned.length > 1) report.add("reasoning_joined", "merged", contentPath(placed), "an answer has one reasoning");
  const text = reasoned.map(({ part }) => part.text).join("\n");
  if (text !== "") return { [dialect.reasoning]: text };
  report.add("reasoning_dropped", "dropped", contentPath(placed), "reasoning without a text says nothing");
  return {};
}
