/** What a chat message says in the three members that Ollama has for it: text, thinking and images. */

import type { ImagePart, ReasoningPart } from "@parlance/core";
import { knownParts } from "../shared/conversation/content.js";
import { contentPath, type PlacedMessage } from "../shared/conversation/placed.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import { bytesOf, claimedTypeOf, mimeTypeOfBytes } from "./images.js";

export interface OllamaContent {
  readonly content: string;
  readonly thinking: string | undefined;
  readonly images: string[] | undefined;
}

/** What has been said so far, and what of its order Ollama has no way to tell. */
interface Draft {
  readonly texts: string[];
  readonly thoughts: string[];
  readonly images: string[];
  hasLateThought: boolean;
}

export function contentOf(placed: PlacedMessage, report: ReportWriter): OllamaContent {
  const draft: Draft = { texts: [], thoughts: [], images: [], hasLateThought: false };
  for (const { part, path } of knownParts(placed, report)) {
    if (part.type === "image") addImage(draft, part, path, report);
    else if (part.type === "reasoning") addThought(draft, part, path, placed, report);
    else draft.texts.push(part.text);
    if (part.type === "refusal") report.add("refusal_as_text", "rewritten", path, "the provider has no refusals");
  }
  tellOrder(draft, contentPath(placed), report);
  const { texts, thoughts, images } = draft;
  return {
    content: texts.join(""),
    thinking: thoughts.length === 0 ? undefined : thoughts.join("\n"),
    images: images.length === 0 ? undefined : images,
  };
}

function tellOrder({ texts, thoughts, hasLateThought }: Draft, path: string, report: ReportWriter): void {
  if (hasLateThought) report.add("reasoning_moved", "rewritten", path, "reasoning stands before what was said");
  if (thoughts.length > 1) report.add("reasoning_joined", "merged", path, "a message has one text of reasoning");
  if (texts.length > 1) report.add("parts_joined", "merged", path, "a message has one text");
}

function addThought(
  draft: Draft,
  { text }: ReasoningPart,
  path: string,
  { message }: PlacedMessage,
  report: ReportWriter,
): void {
  if (text === "") return;
  if (message.role === "assistant") {
    draft.hasLateThought ||= draft.texts.some(isSaid);
    draft.thoughts.push(text);
  } else report.add("reasoning_dropped", "dropped", path, "only a message of the assistant has reasoning");
}

function addImage(draft: Draft, part: ImagePart, path: string, report: ReportWriter): void {
  if (part.detail !== undefined && part.detail !== "auto")
    report.add("image_detail_dropped", "dropped", `${path}/detail`, "the provider cannot be told how closely to look");
  const bytes = bytesOf(part.source);
  if (bytes === undefined) {
    report.add("image_dropped", "dropped", path, "the provider takes the bytes of an image and fetches or reads none");
    return;
  }
  const claimed = claimedTypeOf(part.source);
  if (claimed !== undefined && mimeTypeOfBytes(bytes) !== claimed)
    report.add(
      "image_type_dropped",
      "dropped",
      `${path}/source`,
      "the provider tells the type of an image from its bytes",
    );
  if (draft.texts.some(isSaid))
    report.add("image_moved", "rewritten", path, "the provider puts images before the text of their message");
  draft.images.push(bytes);
}

const isSaid = (text: string): boolean => text !== "";
