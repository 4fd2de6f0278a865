/** The JSON Schemas that users take from `@parlance/core/schemas`: complete, their own to change, good in both dialects. */

import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { CURRENT_VERSION } from "../src/generated/contract.gen.js";
import { SCHEMA_NAMES, type SchemaName, schemaOf } from "../src/schemas.js";
import { invalidExamples, validExamples } from "./examples.js";
import { CURRENT, NEWER_VERSION, versionOf } from "./versions.js";

/** What somebody writes who wants to be strict, and adds nothing. */
const AJV_OPTIONS = { strict: true } as const;
const EVERY = Object.entries(SCHEMA_NAMES).flatMap(([version, names]) =>
  names.map((name) => [Number(version), name] as const),
);

describe("the names", () => {
  it("the names of version 1 are its messages", () => {
    expect([...(SCHEMA_NAMES[1] ?? [])].sort()).toEqual([
      "file_reference",
      "image",
      "mcp_resource",
      "message",
      "system_control",
      "text",
      "tool_request",
      "tool_result",
    ]);
  });

  it("the names of version 2 are its messages, the chat types and the request types", () => {
    const first = [
      "agent_request",
      "chat_message",
      "chat_tool_result",
      "conversation_history",
      "file_context",
      "file_reference",
      "image",
      "inference_options",
      "mcp_resource",
      "message",
      "message_role",
      "risk_level",
      "system_control",
      "text",
      "text_selection",
      "tool_availability_context",
      "tool_call",
      "tool_call_delta",
      "tool_category",
      "tool_definition",
      "tool_permission",
      "tool_request",
      "tool_result",
    ];
    // Types may be added; none goes away.
    expect(SCHEMA_NAMES[2]).toEqual(expect.arrayContaining(first));
  });
});

describe("schemaOf", () => {
  it("gives the newest version in dialect 2020-12 with its id, the definition itself at the root", () => {
    const schema = schemaOf("tool_call");
    expect(Object.keys(schema).slice(0, 4)).toEqual(["$schema", "$id", "title", "description"]);
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `https://parlance.dev/schemas/tool_call/v${CURRENT_VERSION}`,
      title: "ToolCall",
      type: "object",
      additionalProperties: true,
      required: ["id", "name", "arguments"],
    });
  });

  it("gives an older version when asked", () => {
    expect(schemaOf("text", { version: 1 })).toMatchObject({
      $id: "https://parlance.dev/schemas/text/v1",
      title: "TextMessage",
    });
  });

  it("leaves the id out when asked", () => {
    expect(schemaOf("text", { id: false })).not.toHaveProperty("$id");
  });

  it("gives draft-07 when asked", () => {
    const schema = schemaOf("text", { dialect: "draft-07" });
    expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
    expect(schema).toHaveProperty("definitions.TextData");
    expect(schema).not.toHaveProperty("$defs");
  });

  it("gives a fresh copy, so that changing one changes nothing else", () => {
    const before = JSON.stringify(schemaOf("text"));
    const taken = schemaOf("text") as { properties: { type: object }; $defs: Record<string, unknown> };
    Object.assign(taken.properties.type, { const: "changed" });
    taken.$defs.TextData = false;
    expect(JSON.stringify(schemaOf("text"))).toBe(before);
  });

  it("refuses a name, a version and a dialect that do not exist", () => {
    expect(() => schemaOf("toString" as SchemaName)).toThrow(RangeError);
    expect(() => schemaOf("chat_message", { version: 1 })).toThrow(RangeError);
    expect(() => schemaOf("text", { version: NEWER_VERSION })).toThrow(RangeError);
    expect(() => schemaOf("text", { dialect: "draft-04" as "draft-07" })).toThrow(RangeError);
  });
});

describe.each(["2020-12", "draft-07"] as const)("every schema in dialect %s", (dialect) => {
  it.each(EVERY)("version %i, %s: refers to what it brings along, and brings nothing else", (version, name) => {
    const schema = schemaOf(name, { version, dialect });
    const folder = dialect === "draft-07" ? "definitions" : "$defs";
    const referred = new Set(valuesOf("$ref", schema));
    const brought = Object.keys((schema[folder] ?? {}) as object).map((key) => `#/${folder}/${key}`);
    expect([...referred].sort()).toEqual(brought.sort());
  });

  it.each(EVERY)(
    "version %i, %s: gives every example the verdict it is written for, as the codec does",
    (version, name) => {
      const schema = schemaOf(name, { version, dialect });
      const validate = compiled(schema, dialect);
      const verdicts = (value: unknown): unknown[] => [
        validate(value),
        versionOf(version).predicates[`is${schema.title}`]?.(value),
      ];
      const isMine = (example: { version: number; root: string }): boolean =>
        example.version === version && example.root === name;
      for (const { file, value } of validExamples().filter(isMine))
        expect([file, ...verdicts(value)]).toEqual([file, true, true]);
      for (const { file, value } of invalidExamples().filter(isMine))
        expect([file, ...verdicts(value)]).toEqual([file, false, false]);
    },
  );

  it.each(EVERY)("version %i, %s: holds no format", (version, name) => {
    walk(schemaOf(name, { version, dialect }), ({ format }) => expect(typeof format).not.toBe("string"));
  });

  it("takes a 31st of February and a UUID of no version, as the codec does", () => {
    const odd = { id: "ffffffff-ffff-ffff-ffff-ffffffffffff", created_at: "2026-02-31T10:00:00.000Z" };
    const message = {
      type: "text",
      schema_version: CURRENT_VERSION,
      ...odd,
      data: { role: "user", parts: [{ type: "text", text: "" }] },
    };
    expect([
      compiled(schemaOf("text", { dialect }), dialect)(message),
      CURRENT.predicates.isTextMessage?.(message),
    ]).toEqual([true, true]);
    const late = { ...message, created_at: "2026-02-31T24:00:00.000Z" };
    expect([compiled(schemaOf("text", { dialect }), dialect)(late), CURRENT.predicates.isTextMessage?.(late)]).toEqual([
      false,
      false,
    ]);
  });
});

it.each(EVERY)("version %i, %s: in draft-07 a reference stands alone", (version, name) => {
  walk(schemaOf(name, { version, dialect: "draft-07" }), (schema) => {
    if ("$ref" in schema && typeof schema.$ref === "string") expect(Object.keys(schema)).toEqual(["$ref"]);
  });
});

function compiled(schema: object, dialect: "2020-12" | "draft-07"): (value: unknown) => boolean {
  const ajv = dialect === "draft-07" ? new Ajv(AJV_OPTIONS) : new Ajv2020(AJV_OPTIONS);
  return (value) => ajv.compile(schema)(value) === true;
}

function valuesOf(key: string, schema: unknown): string[] {
  const found: string[] = [];
  walk(schema, (object) => {
    if (typeof object[key] === "string") found.push(object[key]);
  });
  return found;
}

function walk(value: unknown, visit: (object: Record<string, unknown>) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>);
  for (const member of Object.values(value)) walk(member, visit);
}
