/** What goes to Ollama. */

import { existsSync, readFileSync } from "node:fs";
import { ToolCall } from "@parlance/builders";
import { type ChatMessage, type JsonObject, ParlanceError, type ToolDefinition, ValidationError } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ChatRequest } from "ollama";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { OllamaRequest } from "../../src/ollama/index.js";
import * as ollama from "../../src/ollama/index.js";
import { LossyConversionError } from "../../src/shared/errors/lossy-conversion-error.js";
import type { Conversation, Provider } from "../../src/shared/types.js";

const OPTIONS = { model: "qwen3:8b" };
const USER: ChatMessage = { role: "user", content: "Go." };

function told(conversation: Conversation): readonly string[] {
  return ollama.toRequest(conversation).report.map(({ code, path }) => `${code} ${path}`);
}

function sentParameters(parameters: object): unknown {
  return withTool(parameters).body.tools?.[0]?.function.parameters;
}

function withTool(parameters: object): ReturnType<typeof ollama.toRequest> {
  const tool: ToolDefinition = { name: "f", description: "F.", parameters: parameters as JsonObject, strict: false };
  return ollama.toRequest({ messages: [USER], tools: [tool], options: OPTIONS });
}

describe("types", () => {
  it("the entry is a provider, and its body goes into Ollama's own client", () => {
    expectTypeOf(ollama).toExtend<Provider<OllamaRequest>>();
    expectTypeOf<OllamaRequest>().toExtend<ChatRequest>();
  });
});

describe("a request", () => {
  it("is deeply frozen and keeps every digit of arguments, in texts where the server has no such numbers", () => {
    const call = ToolCall.fromText("a", "add", '{"n":12345678901234567890,"m":1e400,"s":"1e400","f":-0.1}');
    const { body, report } = ollama.toRequest({
      messages: [
        USER,
        { role: "assistant", tool_calls: [call] },
        { role: "tool", tool_call_id: "a", content: "", is_error: false },
      ],
      options: OPTIONS,
    });
    expect(stringifyJson(body)).toContain('"arguments":{"n":"12345678901234567890","m":"1e400","s":"1e400","f":-0.1}');
    expect(report.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "number_as_text /messages/1/tool_calls/0/arguments",
    ]);
    expect(Object.isFrozen(body) && Object.isFrozen(body.messages) && Object.isFrozen(body.messages[0])).toBe(true);
  });

  it("says what model, or is refused with the place", () => {
    const refused = (): unknown => ollama.toRequest({ messages: [USER] });
    expect(refused).toThrow(ValidationError);
    expect(issuesOf(refused)).toEqual(["/options/model missing_property"]);
  });

  it("is refused by strict when anything would be lost, and goes out when nothing is", () => {
    const lossless: Conversation = { messages: [USER], options: OPTIONS };
    expect(ollama.toRequest(lossless, { strict: true }).report).toEqual([]);
    const named: Conversation = { messages: [{ ...USER, name: "ada" } as ChatMessage], options: OPTIONS };
    expect(() => ollama.toRequest(named, { strict: true })).toThrow(LossyConversionError);
    expect(told(named)).toEqual(["speaker_name_dropped /messages/0/name"]);
  });

  it("has one system message at the start where that is asked for", () => {
    const messages: ChatMessage[] = [USER, { role: "system", content: "Be quick." }];
    const { body } = ollama.toRequest({ system: "Be brief.", messages, options: OPTIONS }, { system: "first" });
    expect(body.messages.map(({ role, content }) => [role, content])).toEqual([
      ["system", "Be brief.\n\nBe quick."],
      ["user", "Go."],
    ]);
  });

  it("names the tool of a result even where two calls have the same name", () => {
    const calls = [ToolCall.create("a", "now", {}), ToolCall.create("b", "add", {}), ToolCall.create("c", "now", {})];
    const results = ["c", "b", "a"].map(
      (id): ChatMessage => ({ role: "tool", tool_call_id: id, content: id, is_error: false }),
    );
    const { body } = ollama.toRequest({
      messages: [USER, { role: "assistant", tool_calls: calls }, ...results],
      options: OPTIONS,
    });
    expect(
      body.messages
        .slice(2)
        .map(({ tool_name, tool_call_id }) => `${tool_name} ${tool_call_id}`)
        .sort(),
    ).toEqual(["add b", "now a", "now c"]);
  });

  it("has a text for a failure without one", () => {
    const conversation: Conversation = {
      messages: [
        USER,
        { role: "assistant", tool_calls: [ToolCall.create("a", "now", {})] },
        { role: "tool", tool_call_id: "a", content: "", is_error: true },
      ],
      options: OPTIONS,
    };
    expect(ollama.toRequest(conversation).body.messages[2]?.content).toBe("Error: The tool call failed.");
    expect(told(conversation)).toEqual(["error_in_words /messages/2", "error_text_synthesised /messages/2/content"]);
  });

  it("tells when the bytes of an image do not say their type", () => {
    const source = { type: "base64", mime_type: "image/avif", data: "AAAAIGZ0eXBhdmlm" } as const;
    const messages: ChatMessage[] = [{ role: "user", content: [{ type: "image", source }] }];
    expect(told({ messages, options: OPTIONS })).toEqual(["image_type_dropped /messages/0/content/0/source"]);
  });

  it.each([
    ["none", "qwen3:8b", false, []],
    ["low", "qwen3:8b", true, ["option_rewritten /options/reasoning_effort"]],
    ["none", "gpt-oss:20b", "low", ["option_rewritten /options/reasoning_effort"]],
    ["minimal", "hf.co/unsloth/gpt-oss-20b-GGUF", "low", ["option_rewritten /options/reasoning_effort"]],
    ["high", "gpt-oss", "high", []],
    ["max", "gpt-oss", "high", ["option_rewritten /options/reasoning_effort"]],
  ] as const)("a request with reasoning effort %s for %s thinks %s", (reasoning_effort, model, think, report) => {
    const conversation: Conversation = { messages: [USER], options: { model, reasoning_effort } };
    expect(ollama.toRequest(conversation).body.think).toBe(think);
    expect(told(conversation)).toEqual(report);
  });
});

describe("the parameters of a tool", () => {
  it("leave out what would make the server refuse the request", () => {
    expect(sentParameters({ type: "object", properties: [] })).toEqual({ type: "object" });
    expect(
      sentParameters({
        type: "object",
        properties: { a: false, b: { type: { not: "text" }, required: [1], anyOf: {} } },
      }),
    ).toEqual({
      type: "object",
      properties: { a: {}, b: {} },
    });
    expect(sentParameters({ properties: {} })).toEqual({ type: "object", properties: {} });
  });

  it("keep everything that the server keeps at the root", () => {
    const parameters = { type: "object", $defs: [], items: { format: "x" }, required: [], properties: {} };
    expect(sentParameters(parameters)).toEqual(parameters);
    expect(withTool(parameters).report).toEqual([]);
  });

  it("keep names that mean something elsewhere, and everything below items", () => {
    const text =
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"toString":1,"enum":[12345678901234567890]},"l":{"items":{"minimum":12345678901234567890}}}}';
    const { body, report } = withTool(parseJson(text) as object);
    expect(stringifyJson(body.tools?.[0]?.function.parameters)).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"enum":["12345678901234567890"]},"l":{"items":{"minimum":"12345678901234567890"}}}}',
    );
    expect(report.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "schema_dropped /tools/0/parameters/properties/constructor/toString",
      "number_as_text /tools/0/parameters",
    ]);
  });

  it("never change the digits of a const: one that a double cannot hold is left out and told", () => {
    const { body, report } = withTool(
      parseJson('{"type":"object","properties":{"n":{"const":12345678901234567890}}}') as object,
    );
    expect(body.tools?.[0]?.function.parameters).toEqual({ type: "object", properties: { n: {} } });
    expect(report.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "schema_dropped /tools/0/parameters/properties/n/const",
    ]);
  });

  it("find what a reference means by its escaped and percent-encoded name, and nothing outside", () => {
    const parameters = {
      type: "object",
      properties: {
        a: { $ref: "#/$defs/x~1y%20z" },
        b: { $ref: "https://example.org/schema" },
        c: { $ref: "#/$defs/toString" },
        d: { $ref: "#" },
      },
      $defs: { "x/y z": { type: "integer" } },
    };
    expect((sentParameters(parameters) as { properties: unknown }).properties).toEqual({
      a: { type: "integer" },
      b: {},
      c: {},
      d: { type: "object", properties: { a: { type: "integer" }, b: {}, c: {}, d: {} } },
    });
  });

  it("parameters that refer to each other again and again stay small", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const $ref = `#/$defs/d${at + 1}`;
        return [`d${at}`, { properties: { left: { $ref }, right: { $ref } } }];
      }),
    );
    const { body } = withTool({ type: "object", properties: { start: { $ref: "#/$defs/d0" } }, $defs });
    expect(JSON.stringify(body).length).toBeLessThan(50_000);
  });
});

const SCHEMA = new URL("../../../../../shared/provider-schemas/ollama-ChatRequest.json", import.meta.url);
const isThere = existsSync(SCHEMA);
if (!isThere)
  console.log("ollama requests: not held against the published schema, which is not in ../shared/provider-schemas");

describe.skipIf(!isThere)("the published schema", () => {
  it("takes every request of the vectors", async () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      JSON.parse(readFileSync(SCHEMA, "utf8")),
    );
    const { readdirSync } = await import("node:fs");
    const folder = new URL("../../vectors/", import.meta.url);
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".json"))) {
      const { provider, direction, input, options } = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
      if (provider !== "ollama" || direction !== "to") continue;
      expect(validate(ollama.toRequest(input, options).body), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });
});

function issuesOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (!ParlanceError.isInstance(error)) throw error;
    return (error as ValidationError).issues.map(({ path, code }) => `${path} ${code}`);
  }
  return [];
}
