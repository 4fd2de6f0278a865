/** Results of tools, to the wire: text alone, without a flag for failures. */

import type { ToolChatMessage } from "@parlance/core";
import { contentPath, type PlacedMessage } from "../shared/conversation/placed.js";
import type { TextPartWire, ToolMessageWire, UserPartWire } from "./wire.js";
import { isTextPart, resultParts, textContent, textPart } from "./wire-content.js";
import type { Writing } from "./writing.js";

export interface WrittenResult {
  readonly message: ToolMessageWire;
  /** What has to follow the results as a user message. */
  readonly images: readonly UserPartWire[];
}

export function toolResult(placed: PlacedMessage<ToolChatMessage>, writing: Writing): WrittenResult {
  const { message } = placed;
  const id = writing.names.callId(message.tool_call_id);
  const { content, images } = resultOf(placed, id, writing);
  if (!message.is_error) return { message: { role: "tool", tool_call_id: id, content }, images };
  return { message: { role: "tool", tool_call_id: id, content: failureText(content, placed, writing) }, images };
}

/** That the call failed stands in the words. A result that was made up, in the place of its call, is reported as that already. */
function failureText(
  content: string | TextPartWire[],
  placed: PlacedMessage,
  { report }: Writing,
): string | TextPartWire[] {
  const path = contentPath(placed);
  if (path !== placed.path)
    report.add(
      "error_in_words",
      "rewritten",
      placed.path,
      "the provider has no flag for calls that failed: the text says it",
    );
  if (typeof content === "string" && content !== "") return FAILED + content;
  if (typeof content === "object") return content.map((part, at) => (at === 0 ? textPart(FAILED + part.text) : part));
  report.add("error_text_synthesised", "synthesised", path, "a failure without a text says nothing");
  return `${FAILED}The tool call failed.`;
}

const FAILED = "Error: ";

function resultOf(
  placed: PlacedMessage<ToolChatMessage>,
  id: string,
  writing: Writing,
): { readonly content: string | TextPartWire[]; readonly images: readonly UserPartWire[] } {
  const { content } = placed.message;
  if (typeof content === "string") return { content, images: [] };
  const parts = resultParts(placed, writing);
  const texts = parts.filter(isTextPart);
  const images = parts.filter((part) => !isTextPart(part));
  return {
    content: texts.length === 0 ? "" : textContent(texts, contentPath(placed), writing),
    images: images.length === 0 ? [] : moved(images, id, placed, writing),
  };
}

function moved(
  images: readonly UserPartWire[],
  id: string,
  placed: PlacedMessage,
  { report }: Writing,
): readonly UserPartWire[] {
  report.add(
    "image_moved",
    "rewritten",
    contentPath(placed),
    "results have no images: they follow as a user message that says whose they are",
  );
  return [textPart(`Images from the result of the tool call ${id}:`), ...images];
}
