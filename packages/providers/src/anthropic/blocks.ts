/** The content of a chat message as blocks of the provider, in order. */

import type { ChatMessage, ContentPart } from "@parlance/core";
import { type MediaPart, partsOf } from "../shared/conversation/content.js";
import { type PlacedMessage, partPath } from "../shared/conversation/placed.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import { documentBlock } from "./documents.js";
import { imageBlock } from "./images.js";
import { itemBlock, nativeBlock } from "./native-blocks.js";
import { ownMembers } from "./own-members.js";
import { thinkingBlock } from "./reasoning-state.js";
import { type PlacedText, textBlocks } from "./text-blocks.js";
import type { Block } from "./wire.js";

/** A block and the place of what it says in the conversation that was given. */
export interface PlacedBlock<Kind extends Block = Block> {
  readonly block: Kind;
  readonly path: string;
}

/**
 * What cannot be said is reported. Text that says nothing is left out, since the provider refuses it.
 * @param callAt The block of the call with that id, for the place where it was asked for.
 */
export function blocksOf(
  placed: PlacedMessage,
  report: ReportWriter,
  callAt: (id: string) => PlacedBlock | undefined = noCall,
): readonly PlacedBlock[] {
  const { role, content } = placed.message;
  const blocks: PlacedBlock[] = [];
  let texts: PlacedText[] = [];
  let index = 0;
  for (const part of partsOf(content)) {
    const path = partPath(placed, index++);
    const text = spokenText(part, role, path, report);
    if (text !== undefined) {
      texts.push({ text, path, own: ownMembers(part.type === "text" ? "text" : "refusal", part) });
      continue;
    }
    if (texts.length > 0) blocks.push(...textBlocks(texts, report));
    texts = [];
    const block = part.type === "call_place" ? callAt(part.tool_call_id) : otherBlock(part, role, path, report);
    if (block !== undefined) blocks.push(block);
  }
  return texts.length === 0 ? blocks : [...blocks, ...textBlocks(texts, report)];
}

function noCall(): undefined {
  return undefined;
}

/** The text of parts that are words. The provider tells refusals apart by the reason of the end alone. */
function spokenText(
  part: ContentPart,
  role: ChatMessage["role"],
  path: string,
  report: ReportWriter,
): string | undefined {
  if (part.type === "text") return part.text;
  if (part.type !== "refusal" || role !== "assistant") return undefined;
  report.add("refusal_as_text", "rewritten", path, "the provider has no block for a refusal; its words go out as text");
  return part.text;
}

function otherBlock(
  part: ContentPart,
  role: ChatMessage["role"],
  path: string,
  report: ReportWriter,
): PlacedBlock | undefined {
  const block = blockOf(part, role, path, report);
  return block === undefined ? undefined : { block, path };
}

function blockOf(part: ContentPart, role: ChatMessage["role"], path: string, report: ReportWriter): Block | undefined {
  if (part.type === "image" && (role === "user" || role === "tool")) return imageBlock(part, path, report);
  if (part.type === "reasoning" && role === "assistant") return thinkingBlock(part, path, report);
  if (part.type === "document") return documentBlock(part);
  if (part.type === "provider_item") return itemBlock(part);
  if (part.type === "unknown") {
    const native = nativeBlock(part.original, role);
    if (native === undefined) report.add("part_dropped", "dropped", path, "the provider has no block of this type");
    return native;
  }
  const [code, reason] = MISPLACED[part.type as keyof typeof MISPLACED];
  report.add(code, "dropped", path, reason);
  return undefined;
}

const MISPLACED = {
  image: ["image_dropped", "only users and tools can show images"],
  reasoning: ["reasoning_dropped", "only the assistant can have reasoned"],
  refusal: ["part_dropped", "only the assistant can refuse"],
} as const;

/** Whether there is a block for a part in a message of this role: only users and tools show documents. */
export function takesPart(part: MediaPart, role: ChatMessage["role"]): boolean {
  if (part.type === "provider_item") return itemBlock(part) !== undefined;
  return part.type === "document" && (role === "user" || role === "tool") && documentBlock(part) !== undefined;
}
