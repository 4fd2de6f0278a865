/** What a record of a conversation looks like that is not of the contract. */

import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { foreignFormatOf } from "../src/foreign-format.js";
import { isPresent, recordsOf } from "./corpora/records.js";

describe("a record is told by the names of its members", () => {
  it.each([
    [{ type: "user", sessionId: "s", uuid: "u", message: { role: "user" } }, "a session log of Claude Code"],
    [{ type: "summary", summary: "x", leafUuid: "u" }, "a session log of Claude Code"],
    [{ timestamp: "t", type: "response_item", payload: {} }, "a session log of Codex"],
    [{ sessionId: "s", projectHash: "h", messages: [] }, "a session log of Gemini CLI"],
    [{ lc: 1, type: "constructor", id: ["langchain_core", "messages", "AIMessage"] }, "messages of LangChain"],
    [{ type: "human", data: { content: "x" } }, "messages of LangChain"],
    [{ resourceSpans: [] }, "GenAI telemetry of OpenTelemetry"],
    [{ id: "a", role: "user", parts: [{ type: "text", text: "x" }] }, "UIMessages of the AI SDK"],
    [{ id: "chat", messages: [{ id: "a", role: "user", parts: [] }] }, "UIMessages of the AI SDK"],
    [{ contents: [] }, "the format of Gemini"],
    [{ role: "model", parts: [{ text: "x" }] }, "the format of Gemini"],
    [{ role: "user", content: [{ text: "x" }] }, "the format of Bedrock Converse"],
    [{ type: "function_call", call_id: "c" }, "the Responses API of OpenAI"],
    [{ model: "m", input: "x" }, "the Responses API of OpenAI"],
    [{ type: "message_start", message: {} }, "a stream of Anthropic"],
    [{ choices: [] }, "answers of Chat Completions"],
    [[{ id: "a", role: "user", parts: [] }], "UIMessages of the AI SDK"],
  ])("%j", (record, name) => {
    expect(foreignFormatOf(record)).toMatchObject({ name });
  });

  it.each([
    [{ messages: [], system: "x" }, "anthropic"],
    [{ messages: [], options: {} }, "ollama"],
    [{ messages: [] }, "openai"],
    [{ role: "user", content: "x" }, "openai"],
  ])("%j can be imported from a provider", (record, provider) => {
    expect(foreignFormatOf(record)?.provider).toBe(provider);
  });

  it.each([
    ["what says that it is of the contract", { schema_version: CURRENT_VERSION, messages: [] }],
    ["what nobody is known to write", { type: "hologram" }],
    ["an object without members of its own", JSON.parse('{"__proto__":{"messages":[]}}')],
    ["a text", "x"],
    ["nothing", null],
    ["an empty list", []],
  ])("nothing is said of %s", (_, record) => {
    expect(foreignFormatOf(record)).toBeUndefined();
  });
});

it.skipIf(!isPresent("anthropic"))("recorded requests are told as requests", () => {
  for (const name of ["openai", "anthropic"] as const)
    for (const { body } of recordsOf(`${name}.request`))
      expect(foreignFormatOf(body)?.provider, JSON.stringify(body).slice(0, 200)).toBeDefined();
});
