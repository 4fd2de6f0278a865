/** Halves of surrogate pairs on the way to a provider. */

import { ChatMessage } from "@parlance/builders";
import { parseJson, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { call, prepared, tool } from "./given.js";

const HALF = "\ud83d";

describe("half of a surrogate pair", () => {
  it("is replaced wherever it stands, and told, while what is stored stays as it is", () => {
    const messages = [
      ChatMessage.createSystem(`a${HALF}`, { name: `n${HALF}` }),
      ChatMessage.createUser([
        { type: "text", text: "fine 😀 \\ud83d" },
        { type: "text", text: `b\\${HALF}"` },
      ]),
      ChatMessage.createAssistant(null, [call("x", "f", { [`k${HALF}`]: [`v${HALF}`, "\\ud83d"] }), call("y")]),
      ChatMessage.createToolResult("x", `c${HALF}`),
      ChatMessage.createToolResult("y", "d"),
    ];
    const before = stringifyJson(messages);
    const { messages: after, told } = prepared({ messages });
    expect(after).toEqual([
      { role: "system", content: "a\ufffd", name: "n\ufffd" },
      {
        role: "user",
        content: [
          { type: "text", text: "fine 😀 \\ud83d" },
          { type: "text", text: 'b\\\ufffd"' },
        ],
      },
      {
        role: "assistant",
        tool_calls: [call("x", "f", { "k\ufffd": ["v\ufffd", "\\ud83d"] }), call("y")],
      },
      { role: "tool", tool_call_id: "x", content: "c\ufffd", is_error: false },
      messages[4],
    ]);
    expect(told).toEqual([
      "/messages/0/content: surrogate_replaced",
      "/messages/0/name: surrogate_replaced",
      "/messages/1/content/1: surrogate_replaced",
      "/messages/2/tool_calls/0/arguments: surrogate_replaced",
      "/messages/3/content: surrogate_replaced",
    ]);
    expect(stringifyJson(messages)).toBe(before);
  });

  it("costs reasoning its signature, which holds for the text as it was alone", () => {
    const provider_state = [{ provider: "anthropic", kind: "signature", value: "s" }];
    const signed = { type: "reasoning", text: "a", provider_state } as const;
    const content = [signed, { ...signed, text: "b\ud800" }];
    const { messages } = prepared({ messages: [ChatMessage.createAssistant(content)] });
    expect(messages).toEqual([{ role: "assistant", content: [signed, { type: "reasoning", text: "b\ufffd" }] }]);
  });

  it("costs no digit of what stands beside it", () => {
    const text = `{"id":"a","name":"f","arguments":{"n":[12345678901234567890,"\\ud83d"]}}`;
    const asking = ChatMessage.parse({ role: "assistant", tool_calls: [parseJson(text)] });
    const { messages } = prepared({ messages: [asking] });
    expect(stringifyJson(messages[0])).toContain('"n":[12345678901234567890,"\ufffd"]');
  });

  it("is replaced in the model's own text of the arguments, in tools and in options", () => {
    const broken = ChatMessage.parse({
      role: "assistant",
      tool_calls: [{ id: "a", name: "f", arguments: {}, arguments_text: `{"${HALF}`, defect: "truncated" }],
    });
    const { prepared: result, told } = prepared({
      messages: [broken],
      tools: [{ ...tool("f", { type: "object", title: HALF }), description: HALF }, tool("g")],
      options: { stop: ["a", HALF] },
    });
    expect(result.messages[0]?.message).toMatchObject({ tool_calls: [{ arguments_text: '{"\ufffd' }] });
    expect(result.tools[0]).toMatchObject({ description: "\ufffd", parameters: { type: "object", title: "\ufffd" } });
    expect(result.options).toEqual({ stop: ["a", "\ufffd"] });
    expect(told).toEqual([
      "/messages/0/tool_calls/0/arguments_text: surrogate_replaced",
      "/messages/0/tool_calls/0: result_synthesised",
      "/tools/0/description: surrogate_replaced",
      "/tools/0/parameters: surrogate_replaced",
      "/options: surrogate_replaced",
    ]);
  });
});
