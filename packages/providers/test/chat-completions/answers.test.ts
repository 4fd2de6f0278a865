/** What servers of the Chat Completions dialect answer that is like no other's: nothing of it is lost without a word. */

import { describe, expect, it } from "vitest";
import * as openai from "../../src/openai/index.js";
import type { Answer } from "../../src/shared/types.js";

async function streamed(...chunks: readonly object[]): Promise<Answer> {
  for await (const event of openai.fromStream(chunks)) if (event.type === "end") return event.answer;
  throw new Error("no end");
}

function whole(message: object, more: object = {}): Answer {
  return openai.fromResponse({ choices: [{ index: 0, message, finish_reason: "stop" }], ...more });
}

describe("an answer", () => {
  it("keeps a total of tokens that is not the sum of the others", () => {
    const usage = { prompt_tokens: 3, completion_tokens: 4 };
    expect(whole({ content: "Hi." }, { usage: { ...usage, total_tokens: 20 } }).unread).toEqual({
      usage: { total_tokens: 20 },
    });
    expect(whole({ content: "Hi." }, { usage: { ...usage, total_tokens: 7 } }).unread).toEqual({});
  });

  it("keeps what stands beside a call in the place of that call, whichever event it came in", async () => {
    const calls = ["f", "g"].map((name, index) => ({
      ...{ index, id: name, type: "function", extra_content: { google: { thought_signature: `of ${name}` } } },
      function: { name, arguments: "{}" },
    }));
    const left = {
      0: { extra_content: { google: { thought_signature: "of f" } } },
      1: { extra_content: { google: { thought_signature: "of g" } } },
    };
    const unread = { choices: { 0: { message: { tool_calls: left } } } };
    const deltas = calls.map((call) => ({ choices: [{ index: 0, delta: { tool_calls: [call] } }] }));
    expect((await streamed(...deltas)).unread).toEqual(unread);
    expect(whole({ content: null, tool_calls: calls.map(({ index: _, ...call }) => call) }).unread).toEqual(unread);
  });

  it("keeps a role, a type of a call, a name and an id that are none of the dialect", () => {
    const call = { id: { of: 1 }, type: "builtin_function", function: { name: 7, arguments: "{}" } };
    const { message, unread } = whole({ role: "model", content: null, tool_calls: [call] });
    expect(message?.tool_calls?.map(({ name, defect }) => [name, defect])).toEqual([["unnamed_tool", "truncated"]]);
    const left = { 0: { id: { of: 1 }, type: "builtin_function", function: { name: 7 } } };
    expect(unread).toEqual({ choices: { 0: { message: { role: "model", tool_calls: left } } } });
  });

  it("an answer whose reasoning refers to something keeps that whole, as a part of its own", () => {
    const thinking = [
      { type: "text", text: "Hm." },
      { type: "reference", reference_ids: [1], text: "it" },
    ];
    const content = [
      { type: "thinking", thinking },
      { type: "text", text: "So." },
    ];
    const { message, unread } = whole({ content });
    expect(message?.content).toEqual([
      { type: "text", text: "So." },
      { type: "unknown", reason: "unknown_type", original: { type: "thinking", thinking } },
    ]);
    expect(unread).toEqual({});
  });

  it("an image of a form that no part has is in what is unread, and the report tells where", async () => {
    const images = [{ type: "image_url", image_url: { url: 5 } }];
    const answers = [
      whole({ content: "", images }),
      await streamed({ choices: [{ index: 0, delta: { images }, finish_reason: "stop" }] }),
    ];
    for (const { message, unread, report } of answers) {
      expect(message).toBeUndefined();
      expect(unread).toEqual({ choices: { 0: { message: { images: { 0: images[0] } } } } });
      expect(report.map(({ code, path }) => [code, path])).toEqual([
        ["image_dropped", "/unread/choices/0/message/images/0"],
      ]);
    }
  });

  it("the sound of an answer is the same whole and in pieces, with padding in each of them or none", async () => {
    const audio = { id: "audio_1", transcript: "Hi.", expires_at: 1 };
    const pieces = (...data: string[]) =>
      streamed(
        { choices: [{ index: 0, delta: { audio } }] },
        ...data.map((piece) => ({ choices: [{ index: 0, delta: { audio: { data: piece } } }] })),
        { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
      );
    const answers = [
      whole({ content: null, audio: { ...audio, data: "T2dnUwECAw==" } }),
      await pieces("T2dnUwEC", "Aw=="),
      await pieces("T2dnUw==", "AQID"),
      await pieces("T2d", "nUwECAw"),
    ];
    for (const { message, unread } of answers) {
      expect(message?.content).toEqual([
        {
          type: "audio",
          source: { type: "base64", mime_type: "audio/ogg", data: "T2dnUwECAw==" },
          transcript: "Hi.",
          provider_state: [{ provider: "openai", kind: "audio", value: { id: "audio_1", expires_at: 1 } }],
        },
      ]);
      expect(unread).toEqual({});
    }
  });

  it.each([
    ["audio/wav", "UklGRiQAAABXQVZFZm10IBAAAAABAAEA"],
    ["audio/mpeg", "SUQzBAAA"],
    ["audio/mpeg", "//NExAAA"],
    ["audio/mpeg", "//uQxAAA"],
    ["audio/aac", "//FQgAAA"],
    ["audio/flac", "ZkxhQwAA"],
    ["audio/ogg", "T2dnUwAA"],
    ["application/octet-stream", "AAD//wAA"],
  ])("the first bytes of a sound say that it is %s: %s", (mimeType, data) => {
    const { message } = whole({ content: null, audio: { data } });
    expect(message?.content).toEqual([{ type: "audio", source: { type: "base64", mime_type: mimeType, data } }]);
  });

  it("an answer in several choices without an index is the same whole and streamed, whatever they say", async () => {
    const call = (id: string) => ({ id, type: "function", function: { name: "f", arguments: "{}" } });
    const cases: readonly (readonly object[])[] = [
      [{ content: "A" }, { tool_calls: [call("a")] }],
      [{ tool_calls: [call("a")] }, { content: "A" }, { tool_calls: [call("b")] }],
      [{ reasoning: "R" }, { content: "A" }, { refusal: "No." }],
      [{ content: "A" }, { content: "B", tool_calls: [call("a")] }],
      [{ content: [{ type: "text", text: "A" }] }, { content: "B" }],
      [{ content: "" }, { content: "B" }],
    ];
    for (const said of cases) {
      const answer = openai.fromResponse({ choices: said.map((message) => ({ message, finish_reason: "stop" })) });
      const inOne = await streamed({ choices: said.map((delta) => ({ delta, finish_reason: "stop" })) });
      expect(inOne.message).toEqual(answer.message);
      expect(inOne.report).toEqual(answer.report);
      expect(inOne.finish_reason).toBe(answer.finish_reason);
    }
  });

  it("does not take the calls of another answer for its own where choices say their index", () => {
    const tool_calls = [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }];
    const { message, report } = openai.fromResponse({
      choices: [
        { index: 0, message: { content: "A" }, finish_reason: "stop" },
        { index: 1, message: { tool_calls }, finish_reason: "tool_calls" },
      ],
    });
    expect(message).toEqual({ role: "assistant", content: "A" });
    expect(report.map(({ code, path }) => [code, path])).toEqual([["choice_dropped", "/choices/1"]]);
  });
});
