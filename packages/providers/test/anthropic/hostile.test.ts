/** What no provider should send: it is read as far as it goes, or refused with a typed error, and never with another. */

import { ParlanceError } from "@parlance/core";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromResponse, fromStream, importRequest } from "../../src/anthropic/index.js";
import type { Answer } from "../../src/shared/types.js";

const anyOf = (...values: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, fc.jsonValue());

const anyBlock = fc.record(
  {
    type: anyOf(
      "text",
      "thinking",
      "redacted_thinking",
      "tool_use",
      "tool_result",
      "image",
      "server_tool_use",
      "unknown",
      "reasoning",
    ),
    text: anyOf("Hi.", ""),
    thinking: anyOf("Hm."),
    signature: anyOf("c2ln"),
    data: anyOf("b3BhcXVl"),
    id: anyOf("toolu_1", "x".repeat(300)),
    tool_use_id: anyOf("toolu_1"),
    name: anyOf("now", "x".repeat(300)),
    input: anyOf({}, '{"a":'),
    content: anyOf("Hi.", [{ type: "text", text: "Hi." }]),
    source: anyOf({ type: "base64", media_type: "image/png", data: "AAAA" }, { type: "file", file_id: "f" }),
    citations: anyOf([], null),
  },
  { requiredKeys: ["type"] },
);

const anyDelta = fc.record(
  {
    type: anyOf(
      "text_delta",
      "thinking_delta",
      "signature_delta",
      "input_json_delta",
      "citations_delta",
      "compaction_delta",
    ),
    text: anyOf("Hi."),
    thinking: anyOf("Hm."),
    signature: anyOf("c2ln"),
    partial_json: anyOf('{"a":', "1}"),
    citation: anyOf({}),
    stop_reason: anyOf("end_turn", "tool_use", "max_tokens"),
  },
  { requiredKeys: [] },
);

const anyUsage = anyOf({ input_tokens: 1, output_tokens: -1 }, { output_tokens: 1e300, cache_read_input_tokens: null });

const anyEvent = fc.record(
  {
    type: anyOf(
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
      "ping",
      "vendor_event",
    ),
    index: anyOf(0, 1, 2, 70_000),
    message: fc.record(
      { content: anyOf([]), id: anyOf("msg_1"), usage: anyUsage, model: anyOf("m") },
      { requiredKeys: [] },
    ),
    content_block: anyBlock,
    delta: anyDelta,
    usage: anyUsage,
  },
  { requiredKeys: ["type"] },
);

/** What a run gives; an error that is none of ours fails the test. */
async function outcomeOf<Value>(run: () => Value | Promise<Value>): Promise<Value | ParlanceError> {
  try {
    return await run();
  } catch (error) {
    if (ParlanceError.isInstance(error)) return error;
    throw error;
  }
}

async function streamed(events: readonly object[]): Promise<Answer> {
  async function* source(): AsyncGenerator<string> {
    for (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
  }
  for await (const event of fromStream(source())) if (event.type === "end") return event.answer;
  throw new Error("no end");
}

describe("hostile input", () => {
  it("a hostile stream is read or refused", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 12 }), async (events) => {
        await outcomeOf(() => streamed(events));
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it("a hostile whole answer is read or refused", async () => {
    const anyBody = fc.record(
      { content: anyOf([]), stop_reason: anyOf("end_turn"), usage: anyUsage, error: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const withBlocks = fc.record({ content: fc.array(fc.oneof(anyBlock, fc.jsonValue())), usage: anyUsage });
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyBody, withBlocks, fc.jsonValue()), async (body) => {
        await outcomeOf(() => fromResponse(JSON.stringify(body)));
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it("keeps what was said beside a block that is none", () => {
    const text = { type: "text", text: "Hello." };
    for (const block of [
      { type: "image" },
      { type: "reasoning" },
      { type: "x".repeat(300) },
      { type: 7 },
      "word",
      null,
    ]) {
      const { message, unread } = fromResponse({ content: [text, block], stop_reason: "end_turn" });
      expect(message).toEqual({ role: "assistant", content: "Hello." });
      expect(unread).toEqual({ content: { 1: block } });
    }
  });

  it("a hostile request is read or refused", async () => {
    const anyMessage = fc.record({
      role: anyOf("user", "assistant", "system"),
      content: fc.oneof(fc.array(anyBlock), fc.jsonValue()),
    });
    const anyRequest = fc.record({
      messages: fc.oneof(fc.array(anyMessage), fc.jsonValue()),
      tools: anyOf([{ name: "now" }]),
      tool_choice: anyOf({ type: "auto" }),
      thinking: anyOf({ type: "enabled" }),
    });
    await fc.assert(
      fc.asyncProperty(anyRequest, async (request) => {
        await outcomeOf(() => importRequest(JSON.stringify(request)));
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it("shows nothing of what was said in an error", async () => {
    const error = await outcomeOf(() =>
      streamed([{ type: "error", error: { type: "invalid_request_error", message: "s3cret" } }]),
    );
    expect(`${error} ${JSON.stringify(error)} ${(error as Error).stack}`).not.toContain("s3cret");
    expect(error).toMatchObject({ type: "invalid_request_error", details: { error: { message: "s3cret" } } });
  });

  it("a deep or a long block stays within the limits", async () => {
    const deep = `${"[".repeat(300)}${"]".repeat(300)}`;
    const source = (async function* () {
      yield `data: {"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","input":${deep}}}\n\n`;
    })();
    await expect(
      outcomeOf(async () => {
        for await (const _ of fromStream(source));
      }),
    ).resolves.toBeInstanceOf(ParlanceError);
  });
});
