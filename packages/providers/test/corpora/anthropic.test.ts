/** Json traffic: everything is read, nothing that was said disappears, and requests come back with the same meaning. */

import type { AssistantChatMessage, ChatMessage, JsonValue, ReasoningPart } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import type { Answer } from "../../src/shared/types.js";
import { isPresent, type Json, objectOf, objectsIn, recordsOf, textIn } from "./records.js";

const isThere = isPresent("anthropic");

/** What was said, read by a plain walk. */
interface Said {
  readonly text: string;
  readonly reasoning: string;
  readonly proofs: readonly string[];
  readonly calls: readonly string[];
  readonly others: number;
}

const OURS = new Set(["text", "thinking", "redacted_thinking", "tool_use"]);

function saidInBlocks(blocks: readonly Json[]): Said {
  const of = (type: string): Json[] => blocks.filter((block) => block.type === type);
  return {
    text: of("text")
      .map(({ text }) => textIn(text))
      .join(""),
    reasoning: of("thinking")
      .map(({ thinking }) => textIn(thinking))
      .join(""),
    proofs: blocks.flatMap((block) => textIn(block.signature) || textIn(block.data) || []),
    calls: of("tool_use").map(({ id, name, input }) => `${id} ${name} ${stringifyJson(input as JsonValue)}`),
    others: blocks.filter((block) => !OURS.has(textIn(block.type))).length,
  };
}

function saidInAnswer({ message }: Answer): Said {
  const { content = [], tool_calls = [] } = message ?? ({} as Partial<AssistantChatMessage>);
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return {
    text: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    reasoning: parts.map((part) => (part.type === "reasoning" ? part.text : "")).join(""),
    proofs: parts.flatMap((part) => (part.type === "reasoning" ? proofsOf(part) : [])),
    calls: tool_calls.map(
      (call) => `${call.id} ${call.name} ${call.defect ? call.arguments_text : stringifyJson(call.arguments)}`,
    ),
    others: parts.filter((part) => part.type === "unknown").length,
  };
}

function proofsOf({ provider_state = [] }: ReasoningPart): readonly string[] {
  return provider_state.map(({ value }) => String(value));
}

/** The blocks of a stream, put together as plainly as can be. */
function blocksOfChunks(chunks: readonly object[]): readonly Json[] {
  const blocks: Record<string, unknown>[] = [];
  let first = 0;
  for (const { type, index, content_block, delta } of chunks.map(objectOf)) {
    if (type === "message_start") first = blocks.length;
    const at = first + Number(index);
    if (type === "content_block_start") blocks[at] = { ...objectOf(content_block), json: "" };
    const block = blocks[at];
    if (type !== "content_block_delta" || block === undefined) continue;
    const { type: kind, text, thinking, signature, partial_json } = objectOf(delta);
    if (kind === "text_delta") block.text = textIn(block.text) + textIn(text);
    if (kind === "thinking_delta") block.thinking = textIn(block.thinking) + textIn(thinking);
    if (kind === "signature_delta") block.signature = signature;
    if (kind === "input_json_delta") block.json = textIn(block.json) + textIn(partial_json);
  }
  return blocks;
}

/** A call that is cut off is compared by its text. */
function saidInChunks(chunks: readonly object[]): Said {
  const blocks = blocksOfChunks(chunks);
  const calls = blocks
    .filter(({ type }) => type === "tool_use")
    .map(({ id, name, json }) => `${id} ${name} ${asJson(textIn(json))}`);
  return { ...saidInBlocks(blocks), calls };
}

function asJson(text: string): string {
  try {
    return text === "" ? "{}" : stringifyJson(parseJson(text));
  } catch {
    return text;
  }
}

async function streamed(source: AsyncIterable<Uint8Array | string | object>): Promise<Answer> {
  let answer: Answer | undefined;
  let text = "";
  for await (const event of anthropic.fromStream(source)) {
    if (event.type === "text") text += event.text;
    if (event.type === "end") answer = event.answer;
  }
  if (answer === undefined) throw new Error("no end");
  expect(text).toBe(saidInAnswer(answer).text);
  return answer;
}

async function* each<Piece>(pieces: Iterable<Piece>): AsyncGenerator<Piece> {
  yield* pieces;
}

function* bytesOf(text: string, size: number): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe.skipIf(!isThere)("recorded traffic of the provider", () => {
  it("whole answers say what their blocks say, or are typed errors", () => {
    const counts = { answers: 0, errors: 0, calls: 0, characters: 0, others: 0 };
    for (const { body, source } of recordsOf("anthropic.response")) {
      try {
        const said = saidInAnswer(anthropic.fromResponse(body));
        expect(said, source).toEqual(saidInBlocks(objectsIn(objectOf(body).content)));
        counts.answers++;
        counts.calls += said.calls.length;
        counts.characters += said.text.length + said.reasoning.length;
        counts.others += said.others;
      } catch (error) {
        if (!ProviderError.isInstance(error)) throw error;
        counts.errors++;
      }
    }
    console.log("anthropic responses", counts);
    expect(counts.answers + counts.errors).toBe(recordsOf("anthropic.response").length);
  });

  it("streams say what their pieces add up to, as events and as bytes however they are cut", async () => {
    const counts = { streams: 0, bytes: 0, calls: 0, characters: 0, others: 0 };
    for (const { chunks = [], raw, source } of recordsOf("anthropic.stream")) {
      const expected = saidInChunks(chunks);
      const answer = await streamed(each(chunks));
      expect(saidInAnswer(answer), source).toEqual(expected);
      counts.streams++;
      counts.calls += expected.calls.length;
      counts.characters += expected.text.length + expected.reasoning.length;
      counts.others += expected.others;
      if (typeof raw !== "string" || !/^(event|data|:)/.test(raw)) continue;
      counts.bytes++;
      for (const size of [1, 4096]) {
        expect(saidInAnswer(await streamed(each(bytesOf(raw, size)))), source).toEqual(expected);
      }
    }
    console.log("anthropic streams", counts);
  });

  it("requests are imported and come back with the same meaning, or the report says what was lost", () => {
    const counts = { requests: 0, unchanged: 0, messages: 0, results: 0, entries: 0 };
    for (const { body, source } of recordsOf("anthropic.request")) {
      const imported = anthropic.importRequest(body);
      expect(saidByAll(imported.messages), source).toEqual(wordsOf(body));
      const conversation = { ...imported, options: { model: "any", ...imported.options } };
      const back = anthropic.toRequest(conversation);
      const again = anthropic.importRequest(back.body);
      const lost = [...imported.report, ...back.report];
      if (back.report.length === 0) expect(again.messages, source).toEqual(imported.messages);
      expect(again.tools.length, source).toBe(imported.tools.length);
      counts.requests++;
      if (lost.length === 0) {
        counts.unchanged++;
        expect(wordsOf(back.body), source).toEqual(wordsOf(body));
      }
      counts.messages += imported.messages.length;
      counts.results += imported.messages.filter(({ role }) => role === "tool").length;
      counts.entries += lost.length;
    }
    console.log("anthropic requests", counts);
  });
});

/** All texts of a request, sorted, since results come first. */
function wordsOf(body: unknown): readonly string[] {
  const { system, messages } = objectOf(body);
  const all = [system, ...objectsIn(messages).map(({ content }) => content)];
  return all.flatMap(wordsIn).sort();
}

function wordsIn(content: unknown): readonly string[] {
  if (typeof content === "string") return content === "" ? [] : [content];
  return objectsIn(content).flatMap((block): readonly string[] => {
    if (block.type === "text") return wordsIn(block.text);
    if (block.type === "tool_use") return [`${block.id} ${block.name} ${stringifyJson(block.input as JsonValue)}`];
    if (block.type === "tool_result") return [`answers ${block.tool_use_id}`, ...wordsIn(block.content)];
    if (block.type === "thinking") return [textIn(block.thinking) + textIn(block.signature)];
    return [];
  });
}

function saidByAll(messages: readonly ChatMessage[]): readonly string[] {
  return messages
    .flatMap((message): readonly string[] => {
      const { content = [] } = message;
      const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
      const words = parts.flatMap((part) => {
        if (part.type === "text") return part.text === "" ? [] : [part.text];
        const isSigned = part.type === "reasoning" && part.provider_state?.[0]?.kind !== "redacted_thinking";
        return isSigned ? [part.text + proofsOf(part).join("")] : [];
      });
      if (message.role === "tool") return [`answers ${message.tool_call_id}`, ...words];
      if (message.role !== "assistant") return words;
      const calls = message.tool_calls ?? [];
      return [...words, ...calls.map((call) => `${call.id} ${call.name} ${stringifyJson(call.arguments)}`)];
    })
    .sort();
}
