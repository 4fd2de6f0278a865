/** Messages in another form than the provider's: what would lose all that it says is refused, and what is empty in its own form is not. */

import { ValidationError } from "@parlance/core";
import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import * as vllm from "../../src/vllm/index.js";

const PROVIDERS = { openai, vllm, ollama, anthropic };
const NAMES = ["openai", "vllm", "ollama", "anthropic"] as const;

function issuesOf(name: (typeof NAMES)[number], messages: readonly object[]): readonly object[] {
  try {
    PROVIDERS[name].importRequest({ messages });
  } catch (error) {
    if (ValidationError.isInstance(error)) return error.issues;
    throw error;
  }
  return [];
}

const HELLO = { role: "user", content: "Hello" };

describe.each(NAMES)("import from %s", (name) => {
  it.each([
    ["a UIMessage", { id: "a", role: "user", parts: [{ type: "text", text: "s3cret" }] }, "UIMessages of the AI SDK"],
    [
      "a UIMessage of version 4 with a call",
      { id: "a", role: "assistant", content: "", parts: [{ type: "tool-invocation", toolInvocation: {} }] },
      "UIMessages of the AI SDK",
    ],
    ["one of Gemini", { role: "user", parts: [{ text: "s3cret" }] }, "the format of Gemini"],
    ["one of Bedrock", { role: "user", content: [{ text: "s3cret" }] }, "the format of Bedrock Converse"],
    [
      "one of OpenTelemetry",
      { role: "user", parts: [{ type: "text", content: "s3cret" }] },
      "GenAI telemetry of OpenTelemetry",
    ],
    ["one of LangChain", { type: "human", content: "s3cret" }, "messages of LangChain"],
    ["one that LangChain serialised", { lc: 1, type: "constructor", id: ["HumanMessage"] }, "messages of LangChain"],
    ["an item of Responses", { type: "function_call_output", output: "s3cret" }, "the Responses API of OpenAI"],
    ["one of Cursor", { role: "user", message: { content: "s3cret" } }, "a session log of Cursor"],
  ])("refuses %s, and says what it looks like", (_, message, format) => {
    const expected = "a message in the form of the provider";
    const issue = { code: "not_understood", keyword: "", expected, found: `what looks like ${format}` };
    expect(issuesOf(name, [HELLO, message, message])).toEqual([
      { ...issue, path: "/messages/1" },
      { ...issue, path: "/messages/2" },
    ]);
  });

  it("refuses one of a form that nobody knows", () => {
    expect(issuesOf(name, [{ role: "user", body: { said: "s3cret" } }])).toMatchObject([{ found: "another form" }]);
  });

  it.each([
    ["an empty text", { role: "assistant", content: "" }],
    ["an empty list", { role: "assistant", content: [] }],
    ["nothing", { role: "assistant", content: null }],
    ["no content at all", { role: "assistant" }],
    ["notes of a server beside nothing", { role: "assistant", content: null, annotations: [{ type: "note" }] }],
    ["speech of its own that no message holds", { role: "assistant", audio: { id: "audio_1" } }],
    [
      "members of another format that hold nothing",
      { role: "assistant", content: "", parts: [], data: null, text: "" },
    ],
  ])("takes a message that is empty in its own form: %s", (_, message) => {
    expect(issuesOf(name, [HELLO, message])).toEqual([]);
  });

  it("takes a message that says something besides", () => {
    expect(issuesOf(name, [{ ...HELLO, parts: [{ type: "text", text: "Hello" }] }])).toEqual([]);
  });
});

it("Ollama, which reads texts only, refuses content in parts", () => {
  expect(issuesOf("ollama", [{ role: "user", content: [{ type: "text", text: "s3cret" }] }])).toMatchObject([
    { code: "not_understood", path: "/messages/0" },
  ]);
});
