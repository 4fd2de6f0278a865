/** Members that the contract does not know are not sent, and the report says so. */

import { ConversationHistory } from "@parlance/builders";
import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import { LossyConversionError } from "../../src/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import type { Conversation } from "../../src/shared/types.js";
import * as vllm from "../../src/vllm/index.js";
import { call, errorOf, prepared, stored, tool } from "./given.js";

const PROVIDERS = { openai, vllm, ollama, anthropic };

const OPTIONS = { model: "a-model", max_tokens: 100 };

/** The places that are told as not sent. */
function droppedIn(conversation: object): readonly string[] {
  return prepared(conversation as Conversation)
    .told.filter((line) => line.endsWith(": member_dropped"))
    .map((line) => line.slice(0, line.lastIndexOf(":")));
}

const image = (source: object): object => ({ type: "image", source });

describe("a member that the contract does not know", () => {
  it("is told wherever a chat message has one", () => {
    const messages = [
      { role: "system", content: "Be brief.", a: 1 },
      {
        role: "user",
        content: [
          { type: "text", text: "Look.", b: { deep: true } },
          image({ type: "url", url: "https://example.com/a.png", c: [] }),
          { ...image({ type: "base64", mime_type: "image/png", data: "AAAA", d: "" }), e: null },
        ],
        f: false,
      },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm", g: 1 },
          { type: "refusal", text: "no", h: 1 },
        ],
        tool_calls: [call("call_1"), { ...call("call_2"), i: 1 }],
      },
      { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "one", j: 1 }], is_error: false, k: 1 },
      { role: "tool", tool_call_id: "call_2", content: "two", is_error: false, l: 1 },
    ];
    expect(droppedIn({ messages })).toEqual([
      "/messages/0/a",
      "/messages/1/f",
      "/messages/1/content/0/b",
      "/messages/1/content/1/source/c",
      "/messages/1/content/2/e",
      "/messages/1/content/2/source/d",
      "/messages/2/content/0/g",
      "/messages/2/content/1/h",
      "/messages/2/tool_calls/1/i",
      "/messages/3/k",
      "/messages/3/content/0/j",
      "/messages/4/l",
    ]);
  });

  it("is told wherever a stored message says something to a model", () => {
    const resolution = { status: "resolved", content: "text", a: 1 };
    const error = { code: "not_found", message: "There is no such file.", b: 1 };
    const messages = [
      stored("text", { role: "user", parts: [{ type: "text", text: "Hi", c: 1 }], d: 1 }, 1),
      stored("image", { source: { type: "url", url: "https://example.com/a.png", e: 1 }, f: 1 }, 2),
      stored("file_reference", { path: "a.txt", resolution, g: 1 }, 3),
      stored("tool_request", { tool_calls: [{ ...call("call_1"), h: 1 }], i: 1 }, 4),
      stored("tool_result", { tool_call_id: "call_1", status: "error", error, j: 1 }, 5),
      stored("mcp_resource", resource({ contents: [{ type: "text", text: "t", k: 1 }], l: 1 }), 6),
      { ...(stored("text", { role: "user", parts: [{ type: "text", text: "Hi" }] }, 7) as object), m: 1 },
    ];
    expect(droppedIn({ messages })).toEqual([
      "/messages/0/data/d",
      "/messages/0/data/parts/0/c",
      "/messages/1/data/f",
      "/messages/1/data/source/e",
      "/messages/2/data/g",
      "/messages/2/data/resolution/a",
      "/messages/3/data/i",
      "/messages/3/data/tool_calls/0/h",
      "/messages/4/data/j",
      "/messages/4/data/error/b",
      "/messages/5/data/l",
      "/messages/5/data/contents/0/k",
      "/messages/6/m",
    ]);
  });

  it("is told of tools, of the choice and of the conversation itself", () => {
    const conversation = {
      messages: [{ role: "user", content: "Hi" }],
      tools: [tool("one"), { ...tool("two"), cache: true }],
      tool_choice: { name: "one", type: "tool" },
      max_turns: 3,
      left_out: undefined,
    };
    expect(droppedIn(conversation)).toEqual(["/max_turns", "/tool_choice/type", "/tools/1/cache"]);
  });

  it("is told by its own name, with what a JSON Pointer escapes", () => {
    const names = JSON.parse('{"a/b":1,"m~n":1,"":1,"__proto__":1,"constructor":1,"toString":1,"0":1}') as object;
    expect(droppedIn({ messages: [{ role: "user", content: "Hi", ...names }] })).toEqual([
      "/messages/0/0",
      "/messages/0/a~1b",
      "/messages/0/m~0n",
      "/messages/0/",
      "/messages/0/__proto__",
      "/messages/0/constructor",
      "/messages/0/toString",
    ]);
  });

  it("is told once, as dropped, by every provider, and refused when nothing may be lost", () => {
    const conversation = { messages: [{ role: "user", content: "Hi", future: { secret: 1 } }], options: OPTIONS };
    for (const provider of Object.values(PROVIDERS)) {
      const { body, report } = provider.toRequest(conversation as Conversation);
      const [entry, ...others] = report;
      expect(entry).toMatchObject({ code: "member_dropped", action: "dropped", path: "/messages/0/future" });
      expect(others).toEqual([]);
      expect(JSON.stringify([body, report])).not.toContain("secret");
      const refused = errorOf(() => provider.toRequest(conversation as Conversation, { strict: true }));
      expect(refused).toBeInstanceOf(LossyConversionError);
    }
  });
});

describe("nothing is told", () => {
  it("nothing is told of the envelope of a stored message, of decisions on calls and of how a tool ran", () => {
    const envelope = { metadata: { mine: 1 }, residue: { "1": { old: true } } };
    const approval = { status: "approved", decided_by: "Ann", other: 1 };
    const messages = [
      { ...(stored("tool_request", { tool_calls: [{ ...call("call_1"), approval }] }, 1) as object), ...envelope },
      stored("tool_result", { tool_call_id: "call_1", status: "success", execution: { duration_ms: 5, other: 1 } }, 2),
    ];
    expect(droppedIn({ messages })).toEqual([]);
  });

  it("nothing is told of the inside of arguments, parameters and output", () => {
    const messages = [
      { role: "assistant", tool_calls: [call("call_1", "read_file", { type: "text", foo: 1 })] },
      { role: "tool", tool_call_id: "call_1", content: "ok", is_error: false },
      stored("tool_request", { tool_calls: [call("call_2", "read_file", { foo: 1 })] }, 1),
      stored("tool_result", { tool_call_id: "call_2", status: "success", output: { foo: 1 } }, 2),
    ];
    expect(droppedIn({ messages, tools: [tool("read_file", { type: "object", foo: 1 })] })).toEqual([]);
  });

  it("nothing is told besides that the whole is not sent", () => {
    const control = { type: "mode_change", from: "plan", to: "act", other: 1 };
    const messages = [
      {
        role: "user",
        content: [
          { type: "text", text: "Hi" },
          { type: "video", url: "u", other: 1 },
        ],
      },
      { ...(stored("system_control", { control, other: 1 }, 1) as object), other: 1 },
      { ...(stored("future", { other: 1 }, 2) as object), other: 1 },
    ];
    expect(droppedIn({ messages })).toEqual([]);
  });

  it("nothing is told of an import, a stored history or one that goes on, which can be handed over as they are", () => {
    const body = { model: "a-model", messages: [{ role: "user", content: "Hi" }], unread: 1 };
    const imported = openai.importRequest(body);
    expect(imported.report).toHaveLength(1);
    const history = ConversationHistory.create();
    history.add({ role: "system", content: "Be brief." });
    for (const given of [imported, history, { ...history.toJSON(), metadata: { mine: 1 } }])
      expect(droppedIn(given)).toEqual([]);
  });
});

function resource(data: object): object {
  const retrieved_at = "2026-11-21T10:00:00.000Z";
  return { server_name: "docs", resource_uri: "docs://a", retrieved_at, ...data };
}
