/** Answers put together from what a provider says piece by piece. */

import type { JsonObject } from "@parlance/core";
import { CURRENT_VERSION } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { createAnswerBuilder } from "../../src/shared/answer/builder.js";
import { built, codes, NO_CONTEXT } from "./built.js";
import { counting } from "./streamed.js";

describe("what was said", () => {
  it("is a plain string where it is plain text, and a text message", () => {
    const { answer, events } = built((a) => {
      a.text("Hel");
      a.text("");
      a.text("lo");
      a.finish("stop", "end_turn");
      a.meta({ response_id: "msg_1", model: "m" });
    });
    expect(answer).toEqual({
      message: { role: "assistant", content: "Hello" },
      messages: [
        {
          type: "text",
          schema_version: CURRENT_VERSION,
          id: "00000000-0000-4000-8000-000000000001",
          created_at: "1970-01-01T00:00:00.000Z",
          data: {
            role: "assistant",
            parts: [{ type: "text", text: "Hello" }],
            answer: {
              id: "msg_1",
              provider: "anthropic",
              model: "m",
              finish_reason: "stop",
              provider_finish_reason: "end_turn",
            },
          },
        },
      ],
      finish_reason: "stop",
      provider_finish_reason: "end_turn",
      response_id: "msg_1",
      model: "m",
      unread: {},
      report: [],
    });
    expect(events).toEqual([
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
    ]);
    expect(Object.isFrozen(answer) && Object.isFrozen(answer.messages) && Object.isFrozen(events[0])).toBe(true);
  });

  it("is nothing when there are no words and no calls", () => {
    const { answer } = built((a) => {
      a.text("");
      a.reasoning("", undefined);
      a.finish("stop");
    });
    expect([answer.message, answer.messages, answer.report]).toEqual([undefined, [], []]);
  });

  it("has one part of each kind where the provider has one text of each", () => {
    const { answer } = built((a) => {
      a.text("a");
      a.reasoning("1");
      a.refusal("no");
      a.text("b");
      a.reasoning("2");
      a.finish("stop");
    });
    expect(answer.message?.content).toEqual([
      { type: "reasoning", text: "12" },
      { type: "text", text: "ab" },
      { type: "refusal", text: "no" },
    ]);
  });

  it("keeps blocks in their order, and two of a kind in a row apart", () => {
    const { answer } = built((a) => {
      a.reasoning("think");
      a.reasoning("", { kind: "signature", value: "sig1" });
      a.endBlock();
      a.reasoning("", { kind: "redacted_thinking", value: "secret" });
      a.endBlock();
      a.reasoning("more");
      a.text("a");
      a.endBlock();
      a.text("b");
      a.finish("stop");
    }, "in_order");
    expect(answer.message?.content).toEqual([
      {
        type: "reasoning",
        text: "think",
        provider_state: [{ provider: "anthropic", kind: "signature", value: "sig1" }],
      },
      {
        type: "reasoning",
        text: "",
        provider_state: [{ provider: "anthropic", kind: "redacted_thinking", value: "secret" }],
      },
      { type: "reasoning", text: "more" },
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
  });

  it("may have parts that nobody knows, kept as they are", () => {
    const block = parseJson('{"type":"server_tool_use","id":"s","input":{"n":12345678901234567890}}') as JsonObject;
    const { answer } = built((a) => {
      a.text("a");
      a.otherPart(block);
      a.text("b");
      a.finish("pause", "pause_turn");
    }, "in_order");
    const content = answer.message?.content as readonly { readonly type: string; readonly original?: JsonObject }[];
    expect(content.map(({ type }) => type)).toEqual(["text", "unknown", "text"]);
    expect(stringifyJson(content[1]?.original)).toBe(stringifyJson(block));
    expect(answer.messages[0]?.data).toMatchObject({
      parts: [{ text: "a" }, { original: { id: "s" } }, { text: "b" }],
    });
  });

  it("has the place of each call that something is said after, and of no other", () => {
    const { answer } = built((a) => {
      a.text("a");
      a.toolCall({ id: "1", name: "f", arguments: "{}" });
      a.text("b");
      a.text("c");
      a.toolCallDelta({ index: 1, id: "2", name: "f", arguments_delta: "{" });
      a.text("d");
      a.toolCallDelta({ index: 1, arguments_delta: "}" });
      a.toolCall({ id: "3", name: "f", arguments: "{}" });
      a.finish("tool_calls");
    }, "in_order");
    const said = [
      { type: "text", text: "a" },
      { type: "call_place", tool_call_id: "1" },
      { type: "text", text: "bc" },
      { type: "call_place", tool_call_id: "2" },
      { type: "text", text: "d" },
    ];
    expect(answer.message?.content).toEqual(said);
    expect(answer.message?.tool_calls?.map(({ id }) => id)).toEqual(["1", "2", "3"]);
    expect(answer.messages.map(({ data }) => ("parts" in data ? data.parts : data.tool_calls.length))).toEqual([
      said,
      3,
    ]);
    expect(answer.report).toEqual([]);
  });

  it("names the calls that come without ids, in their places too", () => {
    const { answer } = built((a) => {
      a.toolCall({ name: "f", arguments: "{}" });
      a.text("b");
      a.finish("tool_calls");
    }, "in_order");
    const id = answer.message?.tool_calls?.[0]?.id;
    expect(answer.message?.content).toEqual([
      { type: "call_place", tool_call_id: id },
      { type: "text", text: "b" },
    ]);
  });

  it("is not told to be moved where the provider has no order", () => {
    const { answer } = built((a) => {
      a.toolCall({ id: "1", name: "f", arguments: "{}" });
      a.text("b");
      a.finish("tool_calls");
    });
    expect(answer.report).toEqual([]);
  });
});

describe("messages of one answer", () => {
  const asked = (say: (a: ReturnType<typeof createAnswerBuilder>) => void) =>
    built((a) => {
      a.text("a");
      a.toolCall({ id: "1", name: "f", arguments: "{}" });
      say(a);
      a.finish("tool_calls");
    }).answer.messages.map(({ data }) => data.answer);

  it("share its id, and the last of them alone has what is known of it", () => {
    const answers = asked((a) => {
      a.meta({ response_id: "msg_1", model: "m" });
      a.usage({ input_tokens: 3, output_tokens: 4 });
    });
    expect(answers).toEqual([
      { id: "msg_1" },
      {
        id: "msg_1",
        provider: "anthropic",
        model: "m",
        usage: { input_tokens: 3, output_tokens: 4 },
        finish_reason: "tool_calls",
      },
    ]);
  });

  it("share the id of the first of them where the provider gives none, or one that no message can have", () => {
    const own = "00000000-0000-4000-8000-000000000001";
    const last = { id: own, provider: "anthropic", finish_reason: "tool_calls" };
    expect(asked(() => undefined)).toEqual([{ id: own }, last]);
    const endless = "x".repeat(257);
    expect(asked((a) => a.meta({ response_id: endless, model: endless }))).toEqual([{ id: own }, last]);
  });
});

describe("events of text", () => {
  it("never end within a character", () => {
    const { events, answer } = built((a) => {
      a.text("\ud83d");
      a.text("\udc4d!\ud83d");
      a.reasoning("x");
      a.reasoning("\ud83d");
      a.finish("stop");
    });
    expect(events).toEqual([
      { type: "text", text: "👍!" },
      { type: "text", text: "\ud83d" },
      { type: "reasoning", text: "x" },
      { type: "reasoning", text: "\ud83d" },
    ]);
    expect(answer.message?.content).toEqual([
      { type: "reasoning", text: "x\ud83d" },
      { type: "text", text: "👍!\ud83d" },
    ]);
  });
});

describe("the end", () => {
  it("an end that says no reason is not an orderly one", () => {
    const { answer } = built((a) => {
      a.text("a");
      a.toolCall({ id: "1", name: "f", arguments: "{}" });
    });
    expect([answer.finish_reason, answer.message?.tool_calls?.[0]?.defect]).toEqual(["unknown", "truncated"]);
    expect(codes(answer)).toEqual(["finish_reason_missing /finish_reason"]);
  });

  it("an end that says no reason, and still that it is the end, is where the model stopped", () => {
    const ended = (...calls: readonly string[]) =>
      built((a) => {
        a.text("a");
        for (const text of calls) a.toolCall({ id: "1", name: "f", arguments: text });
        a.close();
      }).answer;
    expect(ended().finish_reason).toBe("stop");
    expect(codes(ended())).toEqual(["finish_reason_missing /finish_reason"]);
    const called = ended("{}");
    expect([called.finish_reason, called.message?.tool_calls?.[0]?.defect]).toEqual(["tool_calls", undefined]);
    expect(ended('{"a":').message?.tool_calls?.[0]?.defect).toBe("invalid");
  });

  it("was the limit where the answer has as many tokens as it may", () => {
    const context = { ...NO_CONTEXT, max_tokens: 10 };
    const ended = (tokens: number, reason: "stop" | "tool_calls" | "content_filter") =>
      built(
        (a) => {
          a.toolCall({ id: "1", name: "f", arguments: "{}" });
          a.usage({ output_tokens: tokens });
          a.finish(reason, "tool_calls");
        },
        "by_kind",
        { context },
      ).answer;
    expect([ended(9, "stop").finish_reason, ended(9, "stop").report]).toEqual(["tool_calls", []]);
    expect(ended(10, "content_filter").finish_reason).toBe("content_filter");
    const cut = ended(10, "tool_calls");
    expect([cut.finish_reason, cut.provider_finish_reason, cut.message?.tool_calls?.[0]?.defect]).toEqual([
      "length",
      "tool_calls",
      "truncated",
    ]);
    expect(codes(cut)).toEqual(["finish_reason_corrected /finish_reason"]);
  });

  it("is the same when it is asked for again", () => {
    const builder = createAnswerBuilder({ provider: "openai", options: undefined, parts: "by_kind" });
    builder.toolCall({ name: "f", arguments: "{}" });
    builder.finish("tool_calls");
    expect(builder.end()).toBe(builder.end());
    expect(builder.end().message?.tool_calls?.[0]?.id).toMatch(/^[A-Za-z0-9]{9}$/);
  });

  it("an end in an error leaves what had come, with open calls truncated", () => {
    const builder = createAnswerBuilder({ provider: "openai", options: counting(), parts: "by_kind" });
    builder.text("a");
    builder.toolCall({ id: "1", name: "f", arguments: "{}" });
    builder.finish("tool_calls");
    const { message, finish_reason } = builder.partial();
    expect([message?.content, message?.tool_calls?.[0]?.defect, finish_reason]).toEqual([
      "a",
      "truncated",
      "tool_calls",
    ]);
  });
});

describe("usage", () => {
  it("usage that is told again replaces what was told, member by member, and only news are events", () => {
    const { answer, events } = built((a) => {
      a.usage({});
      a.usage({ input_tokens: 5, output_tokens: 1 });
      a.usage({ input_tokens: 5, output_tokens: 1 });
      a.usage({});
      a.usage({ output_tokens: 9, reasoning_tokens: 2 });
      a.finish("stop");
    });
    expect(answer.usage).toEqual({ input_tokens: 5, output_tokens: 9, reasoning_tokens: 2 });
    expect(events).toEqual([
      { type: "usage", usage: { input_tokens: 5, output_tokens: 1 } },
      { type: "usage", usage: { input_tokens: 5, output_tokens: 9, reasoning_tokens: 2 } },
    ]);
  });
});
