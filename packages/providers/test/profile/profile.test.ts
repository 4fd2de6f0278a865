/** The stricter profile notices what the published schemas do not. */

import { describe, expect, it } from "vitest";
import { PROFILES } from "./profile.js";
import type { Json, JsonRecord } from "./rules.js";

const USER = { role: "user", content: "Hi." };

const chatCall = (id: string, name = "now", text = "{}"): JsonRecord => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name, arguments: text } }],
});
const chatResult = (id: string): JsonRecord => ({ role: "tool", tool_call_id: id, content: "12:00" });
const chat = (messages: Json, more: JsonRecord = {}): JsonRecord => ({ model: "m", messages, ...more });

const use = (id: string, name = "now"): JsonRecord => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name, input: {} }],
});
const outcome = (id: string, more: JsonRecord = {}): JsonRecord => ({ type: "tool_result", tool_use_id: id, ...more });
const text = (said: string): JsonRecord => ({ type: "text", text: said });
const says = (role: string, ...content: readonly JsonRecord[]): JsonRecord => ({ role, content });
const anthropic = (messages: Json, more: JsonRecord = {}): JsonRecord => ({
  model: "m",
  max_tokens: 9,
  messages,
  ...more,
});

const ollamaCall = (args: Json): JsonRecord => ({
  role: "assistant",
  content: "",
  tool_calls: [{ id: "a", function: { index: 0, name: "now", arguments: args } }],
});
const ollamaResult = { role: "tool", content: "12:00", tool_name: "now", tool_call_id: "a" };
const ollama = (messages: Json, more: JsonRecord = {}): JsonRecord => ({
  model: "m",
  messages,
  stream: false,
  ...more,
});

const tool = (parameters: Json, more: JsonRecord = {}): JsonRecord => ({
  type: "function",
  function: { name: "now", description: "The time.", parameters, ...more },
});

type Row = readonly [title: string, provider: keyof typeof PROFILES, body: JsonRecord, faults: readonly string[]];

const ROWS: readonly Row[] = [
  ["nothing in a good request", "openai", chat([USER, chatCall("a"), chatResult("a"), USER]), []],
  [
    "a call without a result",
    "openai",
    chat([chatCall("a"), USER]),
    ["/messages/0/tool_calls/0/id is not answered directly after"],
  ],
  ["a call at the end", "openai", chat([chatCall("a")]), ["/messages/0/tool_calls/0/id is never answered"]],
  [
    "a result without a call",
    "openai",
    chat([USER, chatResult("a")]),
    ["/messages/1/tool_call_id answers no call directly before it"],
  ],
  [
    "a result too late",
    "openai",
    chat([chatCall("a"), USER, chatResult("a")]),
    [
      "/messages/0/tool_calls/0/id is not answered directly after",
      "/messages/2/tool_call_id answers no call directly before it",
    ],
  ],
  [
    "a second result",
    "openai",
    chat([chatCall("a"), chatResult("a"), chatResult("a")]),
    ["/messages/2/tool_call_id answers no call directly before it"],
  ],
  [
    "an id twice",
    "openai",
    chat([chatCall("a"), chatResult("a"), chatCall("a"), chatResult("a")]),
    ["/messages/2/tool_calls/0/id is the id of an earlier call"],
  ],
  [
    "arguments that are not JSON",
    "openai",
    chat([chatCall("a", "now", "{"), chatResult("a")]),
    ["/messages/0/tool_calls/0/function/arguments is not text of an object"],
  ],
  [
    "arguments that are empty",
    "openai",
    chat([chatCall("a", "now", ""), chatResult("a")]),
    ["/messages/0/tool_calls/0/function/arguments is not text of an object"],
  ],
  [
    "a name with a dot",
    "openai",
    chat([chatCall("a", "a.b"), chatResult("a")]),
    ["/messages/0/tool_calls/0/function/name is not ^[a-zA-Z0-9_-]{1,64}$"],
  ],
  [
    "an id of 41 characters",
    "openai",
    chat([chatCall("a".repeat(41)), chatResult("a".repeat(41))]),
    ["/messages/0/tool_calls/0/id is not ^[a-zA-Z0-9_-]{1,40}$"],
  ],
  ["such an id nowhere but there", "vllm", chat([chatCall("functions.now:0"), chatResult("functions.now:0")]), []],
  ["an empty list of tools", "openai", chat([USER], { tools: [] }), ["/tools is an empty list"]],
  [
    "an empty list of calls",
    "openai",
    chat([{ role: "assistant", content: "Hi.", tool_calls: [] }]),
    ["/messages/0/tool_calls is an empty list"],
  ],
  ["an empty list of parts", "openai", chat([{ role: "user", content: [] }]), ["/messages/0/content is an empty list"]],
  ["no content at all", "openai", chat([{ role: "assistant", content: null }]), ["/messages/0 says nothing"]],
  ["a choice without tools", "openai", chat([USER], { tool_choice: "auto" }), ["/tool_choice is without tools"]],
  [
    "a member that nobody knows",
    "openai",
    chat([{ role: "tool", tool_call_id: "a", content: "", is_error: true }], { top_k: 1 }),
    [
      "/top_k is not a known member",
      "/messages/0/is_error is not a known member",
      "/messages/0/tool_call_id answers no call directly before it",
    ],
  ],
  [
    "half a surrogate pair",
    "openai",
    chat([{ role: "user", content: "\ud83d" }]),
    ["/messages/0/content has half a surrogate pair"],
  ],
  [
    "a strict tool with an optional property and an open object",
    "openai",
    chat([USER], { tools: [tool({ type: "object", properties: { a: { type: "string" } } }, { strict: true })] }),
    ["/tools/0/function/parameters is open", "/tools/0/function/parameters/properties/a is not required"],
  ],
  [
    "instructions in the middle",
    "vllm",
    chat([USER, { role: "system", content: "Be brief." }]),
    ["/messages/1 is a system message after the start"],
  ],
  ["two turns of one side", "vllm", chat([USER, USER]), ["/messages/1 is of the same role as before"]],
  ["nothing in a good request", "ollama", ollama([USER, ollamaCall({}), ollamaResult]), []],
  [
    "arguments that are a text",
    "ollama",
    ollama([ollamaCall("{}"), ollamaResult]),
    ["/messages/0/tool_calls/0/function/arguments is not an object"],
  ],
  [
    "content in parts",
    "ollama",
    ollama([{ role: "user", content: [{ type: "text", text: "Hi." }] }]),
    ["/messages/0/content is not text"],
  ],
  [
    "an image with a prefix",
    "ollama",
    ollama([{ role: "user", content: "", images: ["data:image/png;base64,AAAA"] }]),
    ["/messages/0/images/0 is not ^[A-Za-z0-9+/=]+$"],
  ],
  [
    "a choice, and keywords that the server drops",
    "ollama",
    ollama([USER], { tool_choice: "auto", tools: [tool({ type: "object", properties: { a: { const: 1 } } })] }),
    ["/tool_choice is not a known member", "/tools/0/function/parameters/properties/a/const is not a known member"],
  ],
  [
    "a stream that is left to the server",
    "ollama",
    { model: "m", messages: [USER] },
    ["/stream is left to the server"],
  ],
  [
    "nothing in a good request",
    "anthropic",
    anthropic([USER, use("a"), says("user", outcome("a"), text("And now?"))]),
    [],
  ],
  ["an empty text", "anthropic", anthropic([says("user", text(""))]), ["/messages/0/content/0/text is not \\S"]],
  ["a blank text", "anthropic", anthropic([says("user", text(" \n"))]), ["/messages/0/content/0/text is not \\S"]],
  [
    "five breakpoints",
    "anthropic",
    anthropic([says("user", ...["1", "2", "3", "4", "5"].map((one) => ({ ...text(one), cache_control: {} })))]),
    ["/ has more than 4 breakpoints"],
  ],
  [
    "results that are not first",
    "anthropic",
    anthropic([use("a"), says("user", text("Here:"), outcome("a"))]),
    ["/messages/1/content/1 is a result after other blocks"],
  ],
  [
    "a failure without words",
    "anthropic",
    anthropic([use("a"), says("user", outcome("a", { is_error: true }))]),
    ["/messages/1/content/0 is a failure without words"],
  ],
  [
    "an id and a name of other characters",
    "anthropic",
    anthropic([use("a.b", "c.d"), says("user", outcome("a.b"))]),
    [
      "/messages/0/content/0/id is not ^[a-zA-Z0-9_-]+$",
      "/messages/0/content/0/name is not ^[a-zA-Z0-9_-]{1,64}$",
      "/messages/1/content/0/tool_use_id is not ^[a-zA-Z0-9_-]+$",
    ],
  ],
  [
    "results in two turns",
    "anthropic",
    anthropic([use("a"), says("user", outcome("a")), says("user", text("Hi."))]),
    ["/messages/2 is of the same role as before"],
  ],
  [
    "white space at the end of what the model goes on with",
    "anthropic",
    anthropic([USER, says("assistant", text("The time is "))]),
    ["/messages ends in white space"],
  ],
  [
    "an empty list, but not what the provider's own tools found",
    "anthropic",
    anthropic([
      says(
        "assistant",
        { type: "web_search_tool_result", tool_use_id: "s", content: [] },
        { type: "tool_use", id: "a", name: "now", input: { content: [] } },
      ),
      says("user", outcome("a", { content: [] })),
      says("assistant"),
    ]),
    [
      "/messages/1/content/0/content is an empty list",
      "/messages/2/content is an empty list",
      "/messages/2 says nothing",
    ],
  ],
  ["no limit of tokens", "anthropic", { model: "m", messages: [USER] }, ["/max_tokens is missing"]],
];

describe("the profile of requests with system messages in their places", () => {
  const IN_PLACE = { isInPlace: true };
  const MIDDLE = [USER, { role: "system", content: "Be brief." }, { role: "assistant", content: "Hi." }];

  it("takes them anywhere", () => {
    expect(PROFILES.vllm(chat(MIDDLE), IN_PLACE)).toEqual([]);
    expect(PROFILES.anthropic(anthropic(MIDDLE), IN_PLACE)).toEqual([]);
  });

  it("does not take them there otherwise", () => {
    expect(PROFILES.vllm(chat(MIDDLE))).toEqual(["/messages/1 is a system message after the start"]);
    expect(PROFILES.anthropic(anthropic(MIDDLE))).toEqual(["/messages/1/role is not ^(user|assistant)$"]);
  });
});

describe("the profile of requests", () => {
  it.each(ROWS)("finds %s (%s)", (_, provider, body, faults) => {
    expect(PROFILES[provider](body)).toEqual(faults);
  });
});
