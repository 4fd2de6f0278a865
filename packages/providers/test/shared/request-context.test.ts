/** What of a request has to be known to read its answer: of which tools `null` may stand for no arguments. */

import { ToolDefinition } from "@parlance/builders";
import type { JsonObject } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { loadProvider } from "../../src/load-provider.js";
import { PROVIDER_NAMES } from "../../src/shared/provider-names.js";

function tool(name: string, parameters: JsonObject): ToolDefinition {
  return ToolDefinition.parse({ name, description: "A tool.", parameters, strict: false });
}

const A = { a: { type: "string" } };

describe("the context of a request", () => {
  it.each(PROVIDER_NAMES)(
    "the context of a request to %s names the tools that need no arguments, by their names in the conversation",
    async (name) => {
      const { toRequest } = await loadProvider(name);
      const { context } = toRequest({
        messages: [{ role: "user", content: "Hello." }],
        tools: [
          tool("clock.now", { type: "object" }),
          tool("optional", { type: "object", properties: A, required: [] }),
          tool("add", { type: "object", properties: A, required: ["a"] }),
        ],
        options: { model: "m", max_tokens: 10 },
      });
      expect(context.null_arguments).toEqual(["clock.now", "optional"]);
    },
  );

  it("names no tool that may need something by another keyword", async () => {
    const { toRequest } = await loadProvider("vllm");
    const demanding: readonly JsonObject[] = [
      { allOf: [{ required: ["a"] }] },
      { anyOf: [{ required: ["a"] }] },
      { oneOf: [{ required: ["a"] }] },
      { not: { maxProperties: 0 } },
      { if: { maxProperties: 0 }, else: false },
      { $ref: "#/$defs/all", $defs: { all: { required: ["a"] } } },
      { minProperties: 1 },
      { enum: [{ a: "x" }] },
      { const: { a: "x" } },
    ];
    const tools = demanding.map((parameters, at) =>
      tool(`tool_${at}`, { type: "object", properties: A, ...parameters }),
    );
    const { context } = toRequest({ messages: [{ role: "user", content: "Hello." }], tools });
    expect(context.null_arguments).toBeUndefined();
  });

  it("lets a strict tool without needed arguments be called with null, and comes back as none", async () => {
    const { toRequest, fromResponse } = await loadProvider("openai");
    const tools = [
      ToolDefinition.create({ name: "now", description: "Tells the time.", parameters: { type: "object" } }),
    ];
    const { context } = toRequest({ messages: [{ role: "user", content: "?" }], tools, options: { model: "m" } });
    const call = { id: "a", type: "function", function: { name: "now", arguments: " null\n" } };
    const body = { choices: [{ message: { role: "assistant", tool_calls: [call] }, finish_reason: "tool_calls" }] };
    const { message, report } = fromResponse(body, { context });
    expect(message?.tool_calls).toEqual([{ id: "a", name: "now", arguments: {}, arguments_text: " null\n" }]);
    expect(report.map(({ code, path }) => [code, path])).toEqual([
      ["null_arguments_read", "/message/tool_calls/0/arguments"],
    ]);
    const history = [{ role: "user" as const, content: "?" }, ...(message === undefined ? [] : [message])];
    const again = toRequest({ messages: history, tools, options: { model: "m" } });
    expect(JSON.stringify(again.body)).toContain('"arguments":"{}"');
    expect(again.report.map(({ code }) => code)).toContain("arguments_text_dropped");
  });
});
