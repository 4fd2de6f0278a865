/** The companion of a type, as a user and as a library that takes a Standard Schema meets it. */

import { fileURLToPath } from "node:url";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { build } from "esbuild";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Companion } from "../src/companion.js";
import { ValidationError } from "../src/errors/validation-error.js";
import * as generated from "../src/generated/index.gen.js";
import {
  AgentRequest,
  ChatMessage,
  Message,
  RequestedToolCall,
  RiskLevel,
  TextMessage,
  TextPart,
  ToolAvailabilityContext,
  ToolCall,
  UnknownMessage,
} from "../src/generated/index.gen.js";
import { CURRENT_VERSION, decode, inexactNumbers } from "../src/index.js";
import { companionOf, isDeeplyFrozen } from "./companions.js";
import { validExamples } from "./examples.js";

const ID = "00000000-0000-4000-8000-000000000001";
const ENVELOPE = { schema_version: CURRENT_VERSION, id: ID, created_at: "2026-11-21T10:00:00.000Z" };
const HELLO = { type: "text", ...ENVELOPE, data: { role: "user", parts: [{ type: "text", text: "hello" }] } };

function codesOf(result: ReturnType<Companion<unknown>["safeParse"]>): string[][] {
  return result.ok ? [] : result.error.issues.map((issue) => [issue.code, issue.path]);
}

describe("parse of a message", () => {
  it("takes a JSON value of the current version and returns a frozen copy", () => {
    const input = structuredClone(HELLO);
    const message = TextMessage.parse(input);
    expect(message).toEqual(HELLO);
    expect(message).not.toBe(input);
    expect(isDeeplyFrozen(message)).toBe(true);
    expect(input).toEqual(HELLO);
    expect(Object.isFrozen(input) || Object.isFrozen(input.data)).toBe(false);
  });

  it("migrates one of an older version", () => {
    const old = {
      type: "text",
      id: ID,
      created_at: "2026-11-21T10:00:00.000Z",
      data: { role: "user", content: "hello" },
    };
    expect(Message.parse(old)).toEqual(HELLO);
    expect(old).not.toHaveProperty("schema_version");
  });

  it("keeps an unknown message, and an unknown part in its place", () => {
    const future = { type: "hologram", schema_version: CURRENT_VERSION, depth: 3 };
    expect(Message.parse(future)).toEqual({ type: "unknown", reason: "unknown_type", original: future });
    const part = { type: "smell", of: "coffee" };
    const message = TextMessage.parse({ ...HELLO, data: { role: "user", parts: [part] } });
    expect(message.data.parts).toEqual([{ type: "unknown", reason: "unknown_type", original: part }]);
  });

  it("gives back what was decoded already", () => {
    for (const { root, file, value } of validExamples().filter((example) => "type" in Object(example.value))) {
      const companion = companionOf(root);
      const once = companion.parse(value);
      expect([file, companion.parse(once)]).toEqual([file, once]);
      // A copy of something unknown is JSON from elsewhere.
      if (JSON.stringify(once).includes('"unknown"')) continue;
      expect([file, companion.parse(structuredClone(once))]).toEqual([file, once]);
    }
  });

  it("refuses a message of another type, a malformed one and what is not a message", () => {
    const image = { type: "image", ...ENVELOPE, data: {} };
    expect(codesOf(TextMessage.safeParse(image))).toEqual([["not_allowed_value", "/type"]]);
    expect(codesOf(UnknownMessage.safeParse(HELLO))).toEqual([["not_allowed_value", "/type"]]);
    expect(codesOf(Message.safeParse({ ...HELLO, data: { role: "user" } }))).toEqual([["missing_property", "/data"]]);
    expect(codesOf(Message.safeParse("text"))).toEqual([["wrong_type", ""]]);
  });

  it("does not take a newer message for one that it understands", () => {
    const newer = { ...HELLO, schema_version: CURRENT_VERSION + 1, data: { role: "user", words: [] } };
    expect(Message.parse(newer)).toMatchObject({ type: "unknown", reason: "newer_version" });
    expect(TextMessage.safeParse(newer).ok).toBe(false);
  });

  it("throws a ValidationError with the issues of safeParse", () => {
    const bad = { ...HELLO, id: "x" };
    const result = TextMessage.safeParse(bad);
    expect(() => TextMessage.parse(bad)).toThrow(ValidationError);
    expect(codesOf(result)).toEqual([["pattern_mismatch", "/id"]]);
  });
});

describe("parse of another type", () => {
  it("fills defaults and drops nulls that mean absent, in a frozen copy", () => {
    const input = { workspace_path: null, enabled_tool_ids: ["read"], later: { kept: true } };
    const context = ToolAvailabilityContext.parse(input);
    expect(context).toEqual({
      enabled_tool_ids: ["read"],
      later: { kept: true },
      max_auto_approval_risk_level: "safe",
      allow_terminal_tools: true,
      allow_network_tools: true,
      allow_file_writes: true,
    });
    expect(isDeeplyFrozen(context)).toBe(true);
    expect(input).toEqual({ workspace_path: null, enabled_tool_ids: ["read"], later: { kept: true } });
    expect(Object.isFrozen(input)).toBe(false);
  });

  it("wraps unknown parts, once", () => {
    const part = { type: "smell", of: "coffee" };
    const message = ChatMessage.parse({ role: "user", content: [part] });
    expect(message).toEqual({ role: "user", content: [{ type: "unknown", reason: "unknown_type", original: part }] });
    expect(ChatMessage.parse(message)).toBe(message);
    expect(ChatMessage.parse({ ...message })).toEqual(message);
  });

  it("leaves the user's own data alone, whatever it looks like", () => {
    const call = {
      id: "c",
      name: "n",
      arguments: { type: "unknown", reason: "none", original: { a: null }, __proto__x: [null] },
    };
    expect(ToolCall.parse(call)).toEqual(call);
  });

  it("checks an enum", () => {
    expect(RiskLevel.parse("high")).toBe("high");
    expect(codesOf(RiskLevel.safeParse("hihg"))).toEqual([["not_allowed_value", ""]]);
    expect(RiskLevel.is("low")).toBe(true);
    expect(RiskLevel.equals("low", "high")).toBe(false);
  });

  it("keeps numbers that a double cannot hold digit by digit", () => {
    const call = '{"id":"c","name":"n","arguments":{"id":9007199254740993,"far":1e400}}';
    const request = { type: "tool_request", ...ENVELOPE, data: { tool_calls: [] } };
    const decoded = decode(JSON.stringify(request).replace("[]", `[${call}]`), { logger: { warn: () => undefined } });
    const [first] = decoded.type === "tool_request" ? decoded.data.tool_calls : [];
    const parsed = RequestedToolCall.parse(first);
    expect(parsed).not.toBe(first);
    expect(inexactNumbers(parsed)).toEqual(["/arguments/id", "/arguments/far"]);
    expect(Message.parse(decoded)).toBe(decoded);
  });

  it("refuses what is not JSON without a crash", () => {
    const cycle: Record<string, unknown> = { id: "c", name: "n" };
    cycle.arguments = cycle;
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level++) deep = { deep };
    for (const value of [
      cycle,
      { id: "c", name: "n", arguments: { at: new Date(0) } },
      { id: "c", name: "n", arguments: { n: Number.NaN } },
      deep,
      undefined,
      () => 1,
      1n,
      Symbol("s"),
    ]) {
      expect(ToolCall.safeParse(value)).toMatchObject({ ok: false });
      expect(Message.safeParse(value)).toMatchObject({ ok: false });
    }
  });

  it("does not let a key reach a prototype", () => {
    const call = JSON.parse(
      '{"id":"c","name":"n","arguments":{"__proto__":{"polluted":true},"constructor":1,"toString":2}}',
    );
    const parsed = ToolCall.parse(call);
    expect(JSON.stringify(parsed.arguments)).toBe('{"__proto__":{"polluted":true},"constructor":1,"toString":2}');
    expect(Object.getPrototypeOf(parsed.arguments)).toBe(Object.prototype);
  });
});

describe("is and equals", () => {
  it("is accepts the decoded form alone", () => {
    expect(TextMessage.is(TextMessage.parse(HELLO))).toBe(true);
    expect(TextMessage.is({ ...HELLO, metadata: null })).toBe(false);
    expect(ToolAvailabilityContext.is({})).toBe(false);
    expect(ToolAvailabilityContext.is(ToolAvailabilityContext.parse({}))).toBe(true);
    expect(Message.is({ type: "hologram" })).toBe(false);
  });

  it("equals ignores the order of keys and nothing else", () => {
    const a = TextMessage.parse({ ...HELLO, metadata: { a: 1, b: [1, 2] } });
    const b = TextMessage.parse({ metadata: { b: [1, 2], a: 1 }, ...HELLO });
    const c = TextMessage.parse({ metadata: { b: [2, 1], a: 1 }, ...HELLO });
    expect([
      TextMessage.equals(a, b),
      TextMessage.equals(a, c),
      TextMessage.equals(a, TextMessage.parse(HELLO)),
    ]).toEqual([true, false, false]);
  });
});

describe("as a Standard Schema", () => {
  it("a companion has the types of the specification", () => {
    const schema: StandardSchemaV1<TextMessage> & StandardJSONSchemaV1<TextMessage> = TextMessage;
    expectTypeOf<StandardSchemaV1.InferOutput<typeof TextMessage>>().toEqualTypeOf<TextMessage>();
    expectTypeOf<StandardJSONSchemaV1.InferInput<typeof Message>>().toEqualTypeOf<Message>();
    expect([schema["~standard"].version, schema["~standard"].vendor]).toEqual([1, "parlance"]);
  });

  it("validate returns the decoded value, or messages with paths and no content", async () => {
    const standard: StandardSchemaV1<AgentRequest> = AgentRequest;
    const bad = await standard["~standard"].validate({
      id: "s3ntinel",
      tool_context: { session_permissions: { s3ntinel: 1 } },
    });
    expect(bad.issues?.map((issue) => issue.path)).toContainEqual(["tool_context", "session_permissions", "*"]);
    expect(JSON.stringify(bad)).not.toContain("s3ntinel");
    expect(await TextPart["~standard"].validate({ type: "text", text: "x" })).toEqual({
      value: { type: "text", text: "x" },
    });
    const parts = await TextMessage["~standard"].validate({
      ...HELLO,
      data: { role: "user", parts: [{ type: "text", text: 1 }] },
    });
    expect(parts.issues).toEqual([{ message: "expected string, found number", path: ["data", "parts", 0, "text"] }]);
  });

  it("jsonSchema gives 2020-12 and draft-07 without an id, and refuses other targets", () => {
    const { jsonSchema } = ToolCall["~standard"];
    expect(jsonSchema.input({ target: "draft-2020-12" })).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
    });
    expect(jsonSchema.output({ target: "draft-07" })).toMatchObject({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
    });
    expect(jsonSchema.output({ target: "draft-07" })).not.toBe(jsonSchema.output({ target: "draft-07" }));
    expect(jsonSchema.input({ target: "draft-07" })).not.toHaveProperty("$id");
    expect(() => jsonSchema.input({ target: "openapi-3.0" })).toThrow(RangeError);
    expect(() => jsonSchema.input({ target: "constructor" })).toThrow(RangeError);
  });
});

it("a bundle that uses one companion holds the schemas of no other", async () => {
  const bundle = await build({
    stdin: {
      contents: 'export { RiskLevel } from "./src/generated/index.gen.js";',
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    },
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
  });
  const code = bundle.outputFiles[0]?.text ?? "";
  expect(code).toContain(String(RiskLevel.schema.description).slice(0, 30));
  expect(code).not.toContain(String(AgentRequest.schema.description).slice(0, 30));
});

describe("decode and encode of a companion", () => {
  const STORED = `{"schema_version":${CURRENT_VERSION},"id":"${ID}","created_at":"2026-11-21T10:00:00.000Z","messages":[{"role":"assistant","tool_calls":[{"id":"a","name":"b","arguments":{"n":12345678901234567890}}]},{"role":"user","content":[{"type":"from_the_future","x":1e400}]}],"future":1e999}`;

  it("reads and writes a stored conversation with every digit, what is unknown as it came", () => {
    const history = generated.ConversationHistory.decode(STORED);
    expect(inexactNumbers(history)).toEqual([
      "/messages/0/tool_calls/0/arguments/n",
      "/messages/1/content/0/original/x",
      "/future",
    ]);
    expect(history.messages[1]?.content).toMatchObject([{ type: "unknown", reason: "unknown_type" }]);
    expect(generated.ConversationHistory.encode(history)).toBe(STORED);
  });

  it("reads bytes, and fills in defaults", () => {
    const bytes = new TextEncoder().encode('{"tool_call_id":"a","result":""}');
    expect(generated.ToolResult.decode(bytes)).toEqual({ tool_call_id: "a", result: "", is_error: false });
  });

  it("reads a message of its type only, of any version", () => {
    const old = `{"type":"text","id":"${ID}","created_at":"2026-11-21T10:00:00.000Z","data":{"role":"user","content":"hello"}}`;
    expect(TextMessage.encode(TextMessage.decode(old))).toBe(JSON.stringify(HELLO));
    expect(() => generated.ImageMessage.decode(old)).toThrow(ValidationError);
  });

  it("refuses what is not JSON, and what is none of its type, on reading and on writing", () => {
    expect(() => ToolCall.decode('{"id":')).toThrow("the text ends too early");
    expect(() => ToolCall.decode('{"id":"a"}')).toThrow(ValidationError);
    expect(() => ToolCall.encode({ id: "a" } as ToolCall)).toThrow(ValidationError);
    expect(() => RiskLevel.decode('"deadly"')).toThrow(ValidationError);
    expect(RiskLevel.encode("high")).toBe('"high"');
  });

  it("agree for every valid example of the schemas", () => {
    const failed: string[] = [];
    for (const { file, root, value, version } of validExamples()) {
      if (version !== CURRENT_VERSION) continue;
      const companion = companionOf(root);
      const parsed = companion.parse(value);
      const again = companion.decode(companion.encode(parsed));
      if (!companion.equals(parsed, again)) failed.push(file);
    }
    expect(failed).toEqual([]);
  });
});
