/** Requests that somebody else made: bare lists of messages, and everything that is wrong with those that are none. */

import { ValidationError } from "@parlance/core";
import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import * as vllm from "../../src/vllm/index.js";

const PROVIDERS = { openai, vllm, ollama, anthropic };
const NAMES = ["openai", "vllm", "ollama", "anthropic"] as const;

const LONG = "x".repeat(2000);

/** A tool in the provider's form. */
function tool(provider: keyof typeof PROVIDERS, name: string, parameters: unknown): object {
  if (provider === "anthropic") return { name, description: "A tool.", input_schema: parameters };
  return { type: "function", function: { name, description: "A tool.", parameters } };
}

function issuesOf(provider: keyof typeof PROVIDERS, request: unknown): readonly string[] {
  try {
    PROVIDERS[provider].importRequest(request);
  } catch (error) {
    if (ValidationError.isInstance(error)) return error.issues.map(({ path }) => path);
    throw error;
  }
  return [];
}

describe.each(NAMES)("a request of %s", (name) => {
  const { importRequest } = PROVIDERS[name];
  const LIST = [{ role: "user", content: "Hi." }];

  it("may be a bare list of messages, parsed, as text or as bytes", () => {
    const text = JSON.stringify(LIST);
    for (const given of [LIST, text, new TextEncoder().encode(text)])
      expect(importRequest(given)).toEqual({ messages: LIST, tools: [], options: {}, report: [] });
  });

  it("is refused with everything that is wrong with its messages and its tools, each in its place", () => {
    const call = name === "anthropic" ? "/content/1/name" : "/tool_calls/1/function/name";
    const of = name === "anthropic" ? "" : "/function";
    const args = name === "ollama" ? {} : "{}";
    const asked =
      name === "anthropic"
        ? {
            role: "assistant",
            content: [
              { type: "tool_use", id: "a", name: "now", input: {} },
              { type: "tool_use", id: "b", input: {} },
            ],
          }
        : {
            role: "assistant",
            content: "",
            tool_calls: [
              { id: "a", function: { name: "now", arguments: args } },
              { id: "b", function: { arguments: args } },
            ],
          };
    const request = {
      messages: [7, { role: "user", content: "Hi." }, { content: "?" }, asked],
      tools: [tool(name, "", {}), tool(name, "now", {}), tool(name, LONG, {})],
    };
    expect(issuesOf(name, request)).toEqual([
      "/messages/0",
      "/messages/2/role",
      `/messages/3${call}`,
      `/tools/0${of}/name`,
      `/tools/2${of}/name`,
    ]);
  });

  it("is refused with the place of an id that is too long", () => {
    const result =
      name === "anthropic"
        ? { role: "user", content: [{ type: "tool_result", tool_use_id: LONG, content: "x" }] }
        : { role: "tool", tool_call_id: LONG, content: "x" };
    const place = name === "anthropic" ? "/messages/1/content/0/tool_use_id" : "/messages/1/tool_call_id";
    expect(issuesOf(name, { messages: [...LIST, result] })).toEqual([place]);
  });
});
