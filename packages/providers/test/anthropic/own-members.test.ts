/** Breakpoints of the prompt cache and citations, which the contract does not know. */

import { describe, expect, it } from "vitest";
import { importRequest, toRequest } from "../../src/anthropic/index.js";
import type { Conversation } from "../../src/shared/types.js";
import { stored, tool } from "../shared/given.js";

const MARK = { cache_control: { type: "ephemeral" } };

const OPTIONS = { model: "claude-sonnet-4-5", max_tokens: 100 };

const text = (said: string, more: object = {}): object => ({ type: "text", text: said, ...more });

const user = (...content: readonly object[]): object => ({ role: "user", content });

/** The body for these messages, and its report as `/place code`. */
function sent(messages: readonly object[], more: object = {}) {
  const { body, report } = toRequest({ messages, options: OPTIONS, ...more } as unknown as Conversation);
  return { body, told: report.map(({ path, code }) => `${path} ${code}`) };
}

describe("a breakpoint", () => {
  it("goes with the parts and calls of stored messages, too, but not with their data", () => {
    const call = { id: "toolu_1", name: "now", arguments: {}, ...MARK };
    const { body, told } = sent([
      stored("text", { role: "user", parts: [text("Go.", MARK)] }, 1),
      stored("tool_request", { tool_calls: [call] }, 2),
      stored("tool_result", { tool_call_id: "toolu_1", status: "success", output: "noon", ...MARK }, 3),
    ]);
    expect(body.messages).toEqual([
      user(text("Go.", MARK)),
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "now", input: {}, ...MARK }] },
      user({ type: "tool_result", tool_use_id: "toolu_1", content: "noon" }),
    ]);
    expect(told).toEqual(["/messages/2/data/cache_control member_dropped"]);
  });

  it("a breakpoint on text that is not a block of its own is told", () => {
    const { body, told } = sent([
      user(text("", MARK), text("One")),
      { role: "assistant", content: [text("Two", MARK), text(" "), text("three")] },
      user(text("Four")),
    ]);
    expect(body.messages[0]).toEqual(user(text("One")));
    expect(body.messages[1]).toEqual({ role: "assistant", content: [text("Two three")] });
    expect(told).toEqual([
      "/messages/0/content/0 empty_content",
      "/messages/0/content/0/cache_control member_dropped",
      "/messages/1/content/1 text_joined",
      "/messages/1/content/0/cache_control member_dropped",
    ]);
  });

  it("stays on the text at the end of the last answer, whose white space is cut off", () => {
    const { body } = sent([user(text("Go on:")), { role: "assistant", content: [text("One, ", MARK)] }]);
    expect(body.messages[1]).toEqual({ role: "assistant", content: [text("One,", MARK)] });
  });

  it("a breakpoint in the content of a result keeps that a list", () => {
    const call = { id: "toolu_1", name: "now", arguments: {} };
    const { body, told } = sent([
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "toolu_1", content: [text("noon", MARK)], is_error: false },
    ]);
    expect(body.messages[1]).toEqual(
      user({ type: "tool_result", tool_use_id: "toolu_1", content: [text("noon", MARK)] }),
    );
    expect(told).toEqual([]);
  });

  it("a breakpoint that is none is told: another kind, or what is not a word", () => {
    for (const cache_control of ["ephemeral", {}, { type: "forever" }, { type: "ephemeral", ttl: 5 }, null, [MARK]])
      expect(sent([user(text("Hi", { cache_control }))]).told).toEqual([
        "/messages/0/content/0/cache_control member_dropped",
      ]);
    const half = { type: "ephemeral", ttl: "\ud800" };
    expect(sent([user(text("Hi"))], { tools: [{ ...tool("now"), cache_control: half }] }).told).toContain(
      "/tools/0/cache_control member_dropped",
    );
  });

  it("a breakpoint beyond the fourth is taken off the earliest messages, then the tools, of calls, results and native blocks alike", () => {
    const document = { type: "document", source: { type: "text", media_type: "text/plain", data: "x" } };
    const messages = [
      user({ type: "provider_item", provider: "anthropic", value: { ...document, ...MARK } }),
      { role: "assistant", tool_calls: [{ id: "toolu_1", name: "a", arguments: {}, ...MARK }] },
      { role: "tool", tool_call_id: "toolu_1", content: "noon", is_error: false, ...MARK },
      user(text("Hi")),
    ];
    const tools = ["a", "b", "c", "d", "e"].map((name) => ({ ...tool(name), strict: false, ...MARK }));
    const { body, told } = sent(messages, { tools });
    expect(body.messages).toEqual([
      user(document),
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "a", input: {} }] },
      user({ type: "tool_result", tool_use_id: "toolu_1", content: "noon" }, text("Hi")),
    ]);
    expect(body.tools?.map((one) => one.cache_control)).toEqual([undefined, ...Array(4).fill(MARK.cache_control)]);
    expect(told.filter((line) => line.endsWith("member_dropped"))).toEqual([
      "/messages/0/content/0/cache_control member_dropped",
      "/messages/1/tool_calls/0/cache_control member_dropped",
      "/messages/2/cache_control member_dropped",
      "/tools/0/cache_control member_dropped",
    ]);
  });
});

describe("what this provider alone has", () => {
  it("comes back as it was: a request that was imported is sent with the same body", () => {
    const citations = [
      { type: "char_location", cited_text: "so", document_index: 0, start_char_index: 0, end_char_index: 2 },
    ];
    const request = {
      ...OPTIONS,
      system: [text("Be brief."), text("A long text.", MARK)],
      messages: [
        user({ type: "image", source: { type: "url", url: "https://example.com/a.png" }, ...MARK }),
        { role: "assistant", content: [text("It is so.", { citations })] },
        user(text("Why?", { cache_control: { type: "ephemeral", ttl: "1h" } })),
      ],
      tools: [{ name: "now", description: "Tells the time.", input_schema: { type: "object" }, ...MARK }],
    };
    const imported = importRequest(request);
    const { body, report } = toRequest(imported, { strict: true });
    expect([body, imported.report, report]).toEqual([request, [], []]);
  });
});
