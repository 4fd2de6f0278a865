/** Chat messages as the provider's turns: user and assistant by turns, results first, nothing that says nothing. */

import type { ChatMessage } from "@parlance/core";
import { contentPath, isOf, type PlacedMessage } from "../shared/conversation/placed.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import { assertSaysSomething } from "../shared/request/incomplete-request.js";
import type { Prepared } from "../shared/request/prepare.js";
import { blocksOf, type PlacedBlock } from "./blocks.js";
import { answerBlocks, toolResultBlock } from "./tool-blocks.js";
import type { AnthropicRequest, TextBlock, WireMessage } from "./wire.js";

interface Turn {
  readonly role: WireMessage["role"];
  readonly blocks: PlacedBlock[];
}

/**
 * The system texts before the first turn, and the turns.
 * @throws ValidationError with the code `no_message` when nothing is said at all.
 */
export function turnsOf(
  { messages, names }: Prepared,
  report: ReportWriter,
): Pick<AnthropicRequest, "system" | "messages"> {
  const turns: Turn[] = [];
  const system: PlacedBlock<TextBlock>[] = [];
  for (const placed of messages) {
    tellSpeaker(placed, report);
    const blocks = allBlocks(placed, names, report);
    if (blocks.length === 0) tellEmpty(placed, report);
    else if (placed.message.role === "system" && turns.length === 0) system.push(...instructions(blocks, report));
    else take(turns, placed, blocks, report);
  }
  endTurn(turns, report);
  trimPrefill(turns.at(-1), report);
  return withSystem(system, turns, report);
}

function allBlocks(placed: PlacedMessage, names: Prepared["names"], report: ReportWriter): readonly PlacedBlock[] {
  if (isOf(placed, "tool")) return [toolResultBlock(placed, names, report)];
  if (!isOf(placed, "assistant")) return blocksOf(placed, report);
  if (placed.message.content === "" && placed.message.tool_calls !== undefined) {
    report.add("empty_content", "rewritten", contentPath(placed), "the provider refuses empty text; it is left out");
  }
  return answerBlocks(placed, names, report);
}

/** At the start the provider takes text alone. */
function instructions(blocks: readonly PlacedBlock[], report: ReportWriter): readonly PlacedBlock<TextBlock>[] {
  return blocks.filter((placed): placed is PlacedBlock<TextBlock> => {
    const isText = placed.block.type === "text";
    if (!isText) report.add("part_dropped", "dropped", placed.path, "the instructions at the start are text alone");
    return isText;
  });
}

function tellSpeaker({ message, path }: PlacedMessage, report: ReportWriter): void {
  if (message.role === "tool" || message.name === undefined) return;
  report.add("speaker_name_dropped", "dropped", `${path}/name`, "the provider has no names of speakers");
}

function tellEmpty({ path }: PlacedMessage, report: ReportWriter): void {
  report.add("empty_message_dropped", "dropped", path, "the provider refuses messages that say nothing");
}

/** What one side says in a row is one turn of the provider. That results stand in a turn of the user is its form, and no merging. */
function take(
  turns: Turn[],
  { message, path }: PlacedMessage,
  blocks: readonly PlacedBlock[],
  report: ReportWriter,
): void {
  const role = wireRole(message.role);
  if (turns.at(-1)?.role !== role) endTurn(turns, report);
  const last = turns.at(-1);
  if (last?.role !== role) {
    turns.push({ role, blocks: [...blocks] });
    return;
  }
  if (message.role !== "tool") report.add("messages_merged", "merged", path, "what one side says in a row is one turn");
  last.blocks.push(...blocks);
}

function wireRole(role: ChatMessage["role"]): WireMessage["role"] {
  return role === "tool" ? "user" : role;
}

/** The provider refuses a turn that ends with thinking: one that was cut off before it said anything. */
function endTurn(turns: Turn[], report: ReportWriter): void {
  const last = turns.at(-1);
  if (last?.role !== "assistant") return;
  while (isThinking(last.blocks.at(-1))) {
    const path = last.blocks.pop()?.path ?? "";
    report.add("reasoning_dropped", "dropped", path, "the provider refuses reasoning that nothing follows");
  }
  if (last.blocks.length === 0) turns.pop();
}

function isThinking(placed: PlacedBlock | undefined): boolean {
  return placed?.block.type === "thinking" || placed?.block.type === "redacted_thinking";
}

/** An assistant turn at the end is what the answer begins with; the provider refuses white space at the end of it. */
function trimPrefill(turn: Turn | undefined, report: ReportWriter): void {
  const last = turn?.blocks.at(-1);
  if (turn?.role !== "assistant" || last?.block.type !== "text") return;
  const { text } = last.block as TextBlock;
  const trimmed = text.trimEnd();
  if (trimmed === text) return;
  report.add("text_trimmed", "rewritten", last.path, "the provider refuses white space at the end of the last message");
  turn.blocks[turn.blocks.length - 1] = { block: { ...last.block, text: trimmed } as TextBlock, path: last.path };
}

function withSystem(
  system: readonly PlacedBlock<TextBlock>[],
  turns: readonly Turn[],
  report: ReportWriter,
): Pick<AnthropicRequest, "system" | "messages"> {
  const messages = turns.map(({ role, blocks }) => ({ role, content: blocks.map(({ block }) => block) }));
  const texts = system.map(({ block }) => block);
  if (messages.length > 0) return texts.length === 0 ? { messages } : { system: texts, messages };
  assertSaysSomething(system);
  report.add(
    "system_as_user",
    "rewritten",
    system[0]?.path ?? "",
    "the provider wants at least one message of the user",
  );
  return { messages: [{ role: "user", content: texts }] };
}
