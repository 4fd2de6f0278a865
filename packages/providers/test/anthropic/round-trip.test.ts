/** There and back: what went to the provider comes back as it was, minus what the report says; streamed or whole is the same. */

import type { ChatMessage, ContentPart } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromResponse, fromStream, importRequest, toRequest } from "../../src/anthropic/index.js";
import type { Answer } from "../../src/shared/types.js";

const OPTIONS = { model: "claude-opus-4-7", max_tokens: 1000 };

const anyText = fc.oneof(fc.constantFrom("", " ", "Hello.", "Two\n\nparagraphs ", "👍"), fc.string());
const textPart = anyText.map((text) => ({ type: "text", text }));
const given = (kind: string) =>
  fc.string({ minLength: 1 }).map((value) => [{ provider: "anthropic", kind, value }] as const);
const signed = fc.record({ type: fc.constant("reasoning"), text: anyText, provider_state: given("signature") });
const redacted = fc.record({
  type: fc.constant("reasoning"),
  text: fc.constant(""),
  provider_state: given("redacted_thinking"),
});
const foreign = fc.record({ type: fc.constant("reasoning"), text: anyText });
const refusal = anyText.map((text) => ({ type: "refusal", text }));
const image = fc.constantFrom(
  { type: "image", source: { type: "base64", mime_type: "image/png", data: "AAAA" } },
  { type: "image", source: { type: "url", url: "https://example.org/a.png" } },
  { type: "image", source: { type: "file_path", path: "a.png" } },
);
const native = fc.constant({
  type: "unknown",
  reason: "unknown_type",
  original: { type: "server_tool_use", id: "s", name: "n", input: {} },
});
const content = (...parts: fc.Arbitrary<object>[]): fc.Arbitrary<unknown> =>
  fc.oneof(anyText, fc.array(fc.oneof(textPart, ...parts), { minLength: 1, maxLength: 4 }));

const anyId = fc.constantFrom("a", "b", "c", "functions.now:0");
const anyCall = fc.record({
  id: anyId,
  name: fc.constantFrom("now", "fs.read"),
  arguments: fc.dictionary(fc.string(), fc.jsonValue()).map((value) => parseJson(JSON.stringify(value))),
});
const someCalls = fc.uniqueArray(anyCall, { minLength: 1, maxLength: 3, selector: ({ id }) => id });
const anyMessage = fc.oneof(
  fc.record({ role: fc.constant("system"), content: content() }),
  fc.record({ role: fc.constant("user"), content: content(image) }),
  fc.record({ role: fc.constant("assistant"), content: content(signed, redacted, foreign, refusal, native) }),
  fc.record({ role: fc.constant("assistant"), tool_calls: someCalls }),
  fc
    .record({ calls: someCalls, said: fc.array(fc.oneof(textPart, signed), { minLength: 4, maxLength: 4 }) })
    .map(({ calls, said }) => ({ role: "assistant", content: amongWords(said, calls), tool_calls: calls })),
  fc.record({ role: fc.constant("tool"), tool_call_id: anyId, content: content(image), is_error: fc.boolean() }),
) as fc.Arbitrary<ChatMessage>;

/** Each call between two of the words. */
function amongWords(said: readonly object[], calls: readonly { readonly id: string }[]): readonly object[] {
  return said.flatMap((part, at) => {
    const call = at === said.length - 1 ? undefined : calls[at];
    return call === undefined ? [part] : [part, { type: "call_place", tool_call_id: call.id }];
  });
}

/** With something to say in any case. */
const anyMessages = fc
  .array(anyMessage, { maxLength: 10 })
  .map((messages): readonly ChatMessage[] => [{ role: "user", content: "Hello." }, ...messages]);

/** A text and a list of this one text say the same. */
function plain({ content: said, ...message }: ChatMessage): unknown {
  const parts = typeof said === "string" ? [{ type: "text", text: said } as ContentPart] : said;
  return { ...message, ...(said === undefined ? {} : { content: parts }) };
}

/** What a body says in another form than the conversation that was read from it, without saying less. */
const SAME_AGAIN = new Set(["messages_merged", "empty_content"]);

describe("a conversation", () => {
  it("comes back as it was when the report is empty", () => {
    fc.assert(
      fc.property(anyMessages, (messages) => {
        const { body, report } = toRequest({ messages, options: OPTIONS });
        fc.pre(report.length === 0);
        expect(importRequest(body).messages.map(plain)).toEqual(messages.map(plain));
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it("a conversation that was read from a request becomes that request again", () => {
    fc.assert(
      fc.property(anyMessages, (messages) => {
        const first = toRequest({ messages, options: OPTIONS }).body;
        const imported = importRequest(first);
        const again = toRequest(imported);
        expect(imported.report).toEqual([]);
        expect(stringifyJson(again.body)).toBe(stringifyJson(first));
        expect(again.report.filter(({ code }) => !SAME_AGAIN.has(code))).toEqual([]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it("keeps the digits of numbers that a double cannot hold", () => {
    const text = `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Go."},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"now","input":{"at":12345678901234567890}}]}]}`;
    expect(stringifyJson(toRequest(importRequest(text)).body)).toContain('"input":{"at":12345678901234567890}');
  });
});

const anyBlock = fc.oneof(
  fc.record({ type: fc.constant("text"), text: anyText }),
  fc.record({ type: fc.constant("thinking"), thinking: anyText, signature: fc.string({ minLength: 1 }) }),
  fc.record({ type: fc.constant("redacted_thinking"), data: fc.string({ minLength: 1 }) }),
  fc.record({
    type: fc.constant("tool_use"),
    id: fc.uuid(),
    name: fc.constantFrom("now", "read"),
    input: fc.dictionary(fc.string(), fc.jsonValue()),
  }),
  fc.record({
    type: fc.constant("server_tool_use"),
    id: fc.uuid(),
    name: fc.constant("web_search"),
    input: fc.dictionary(fc.string(), fc.jsonValue()),
  }),
  fc.record({
    type: fc.constantFrom("compaction", "new_block"),
    content: fc.option(fc.string({ minLength: 1 })),
    encrypted_content: fc.option(fc.string({ minLength: 1 })),
    notes: fc.array(fc.jsonValue()),
  }),
);

const anyEnd = fc.constantFrom(
  "end_turn",
  "tool_use",
  "max_tokens",
  "pause_turn",
  "refusal",
  "stop_sequence",
  "new_reason",
);

/** An answer whole. */
const anyBody = fc.record({
  id: fc.constant("msg_1"),
  type: fc.constant("message"),
  role: fc.constant("assistant"),
  model: fc.constant("claude-opus-4-7"),
  content: fc.array(anyBlock, { maxLength: 6 }).map((blocks) => JSON.parse(JSON.stringify(blocks))),
  stop_reason: anyEnd,
  stop_sequence: fc.constantFrom(null, "END"),
  usage: fc.constant({ input_tokens: 10, cache_read_input_tokens: 2, output_tokens: 20, service_tier: "standard" }),
});

type Body = typeof anyBody extends fc.Arbitrary<infer Value> ? Value : never;

function pieces(text: string, size: number): string[] {
  return text === ""
    ? [""]
    : Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

/** The same answer as the provider streams it. */
function* eventsOf(
  { content: blocks, stop_reason, stop_sequence, usage, ...head }: Body,
  size: number,
): Generator<object> {
  const { output_tokens: _, ...input } = usage;
  yield {
    type: "message_start",
    message: { ...head, content: [], stop_reason: null, stop_sequence: null, usage: { ...input, output_tokens: 1 } },
  };
  for (const [index, block] of blocks.entries()) {
    const { text = "", thinking = "", signature, input: args } = block;
    const begun = {
      ...block,
      ...(block.type === "text" && { text: "" }),
      ...(block.type === "thinking" && { thinking: "", signature: "" }),
      ...(args !== undefined && { input: {} }),
      ...(block.notes !== undefined && { content: null, encrypted_content: null, notes: [] }),
    };
    yield { type: "content_block_start", index, content_block: begun };
    if (block.type === "text")
      for (const piece of pieces(text, size)) yield delta(index, { type: "text_delta", text: piece });
    if (block.type === "thinking") {
      for (const piece of pieces(thinking, size)) yield delta(index, { type: "thinking_delta", thinking: piece });
      yield delta(index, { type: "signature_delta", signature });
    }
    if (args !== undefined)
      for (const piece of pieces(JSON.stringify(args), size))
        yield delta(index, { type: "input_json_delta", partial_json: piece });
    if (block.notes !== undefined) yield* nativeDeltas(index, block, size);
    yield { type: "content_block_stop", index };
  }
  yield { type: "message_delta", delta: { stop_reason, stop_sequence }, usage: { output_tokens: usage.output_tokens } };
  yield { type: "message_stop" };
}

/** What a block of the provider's own has, all its members beside each other in its pieces. */
function* nativeDeltas(
  index: number,
  { type, content, encrypted_content, notes = [] }: Body["content"][number],
  size: number,
): Generator<object> {
  for (const piece of content === null ? [] : pieces(content, size))
    yield delta(index, { type: `${type}_delta`, content: piece, encrypted_content: null });
  yield delta(index, { type: `${type}_delta`, content: null, encrypted_content });
  for (const note of notes) yield delta(index, { type: "notes_delta", notes: [note] });
}

function delta(index: number, given: object): object {
  return { type: "content_block_delta", index, delta: given };
}

async function* framed(events: Iterable<object>): AsyncGenerator<string> {
  for (const event of events) yield `event: x\ndata: ${JSON.stringify(event)}\n\n`;
}

async function streamed(source: AsyncIterable<string>): Promise<Answer> {
  for await (const event of fromStream(source, fixed())) if (event.type === "end") return event.answer;
  throw new Error("no end");
}

function fixed(): { now: () => number; newId: () => string } {
  let count = 0;
  return { now: () => 0, newId: () => `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}` };
}

describe("an answer", () => {
  it("is the same whole and streamed, in pieces of any size", async () => {
    await fc.assert(
      fc.asyncProperty(anyBody, fc.integer({ min: 1, max: 9 }), async (body, size) => {
        const whole = fromResponse(body, fixed());
        const inPieces = await streamed(framed(eventsOf(body, size)));
        expect(stringifyJson(inPieces)).toBe(stringifyJson(whole));
      }),
      { numRuns: propertyRuns(120) },
    );
  });
});
