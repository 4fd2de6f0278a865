/** A plain JSON Schema as a Standard Schema: it checks like ajv, types the answer, and hands its JSON Schema on. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseJson } from "@parlance/core/json";
import { describe, expect, expectTypeOf, it } from "vitest";
import { ToolCall, ToolDefinition } from "../../src/index.js";
import { standardSchemaOf } from "../../src/json-schema.js";
import { errorOf, expectNoSecret, placesOf, SECRET } from "../refusal.js";

interface WriteFileArgs {
  readonly path: string;
  readonly content: string;
}

const WRITE_FILE = {
  type: "object",
  properties: { path: { type: "string", minLength: 1 }, content: { type: "string" } },
  required: ["path", "content"],
  additionalProperties: false,
};

function resultOf(schema: object, value: unknown): unknown {
  return standardSchemaOf(schema)["~standard"].validate(value);
}

function define(parameters: object): ToolDefinition {
  return ToolDefinition.create({ name: "tool", description: "Does", parameters, strict: false });
}

describe("a Standard Schema of a JSON Schema", () => {
  it("describes a tool and types the arguments for whoever runs it", () => {
    const schema = standardSchemaOf<WriteFileArgs>(WRITE_FILE);
    const definition = ToolDefinition.fromStandardSchema({
      name: "write_file",
      description: "Writes",
      parameters: schema,
    });
    expect(definition.parameters).toEqual(WRITE_FILE);
    const call = ToolCall.create("call_1", "write_file", { path: "a.ts", content: "" });
    const args = ToolCall.argumentsAs(call, schema);
    expectTypeOf(args).toEqualTypeOf<WriteFileArgs>();
    expect(args).toBe(call.arguments);
  });

  it("tells every place where a value does not fit, and which property is missing", () => {
    expect(resultOf(WRITE_FILE, { path: "", more: SECRET })).toEqual({
      issues: [
        { message: "must have required property 'content'", path: ["content"] },
        { message: "must NOT have additional properties", path: [] },
        { message: "must NOT have fewer than 1 characters", path: ["path"] },
      ],
    });
    expect(resultOf({ items: { type: "string" } }, ["a", 1])).toEqual({
      issues: [{ message: "must be string", path: [1] }],
    });
  });

  it("tells at most 100 places", () => {
    const { issues } = resultOf({ items: { type: "string" } }, Array(1000).fill(1)) as { issues: unknown[] };
    expect(issues).toHaveLength(100);
  });

  it("gives a fresh JSON Schema that its taker may change, for its own dialect alone", () => {
    const { jsonSchema } = standardSchemaOf(WRITE_FILE)["~standard"];
    const taken = jsonSchema.input({ target: "draft-2020-12" });
    taken.additionalProperties = true;
    expect(jsonSchema.output({ target: "draft-2020-12" })).toEqual(WRITE_FILE);
    expect(() => jsonSchema.input({ target: "draft-07" })).toThrow(RangeError);
    const old = standardSchemaOf({ $schema: "http://json-schema.org/draft-07/schema#" })["~standard"];
    expect(old.jsonSchema.input({ target: "draft-07" })).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
    });
  });

  it("checks lists by position in either dialect", () => {
    const old = { items: [{ type: "string" }], additionalItems: false };
    const current = { prefixItems: [{ type: "string" }], items: false };
    for (const schema of [old, current]) {
      expect(resultOf(schema, ["a"])).toEqual({ value: ["a"] });
      expect(resultOf(schema, [1])).toHaveProperty("issues");
      expect(resultOf(schema, ["a", "b"])).toHaveProperty("issues");
    }
  });

  it.each([
    ["formats that nobody knows, which are annotations", { format: "iban" }, "not an iban"],
    ["a format that is the name of a method, which is one too", { format: "hasOwnProperty" }, "text"],
    ["a format that is the name of a prototype, which is one too", { format: "__proto__" }, "text"],
    ["a format beside a value of another type", { format: "date" }, 5],
    ["a property with the name of the keyword", { properties: { format: { const: "iban" } } }, { format: "iban" }],
    ["patterns that were written without the u flag", { pattern: "^\\_$" }, "_"],
    ["keywords that ajv has for itself", { nullable: true, id: "x", anyOf: [{ type: "string" }] }, "text"],
    ["an async schema of ajv, which answers at once", { $async: true, type: "string" }, "text"],
    ["references to the whole", { properties: { next: { $ref: "#" } } }, { next: { next: {} } }],
    ["ids", { $defs: { A: { $id: "A", type: "string" } }, $ref: "A" }, "text"],
  ])("takes %s", (_, schema, value) => {
    expect(resultOf(schema, value)).toEqual({ value });
  });

  it.each([
    ["date", "2026-02-28", "2026-02-31"],
    ["time", "10:00:00Z", "25:00:00Z"],
    ["date-time", "2026-02-28T10:00:00Z", "2026-02-31T10:00:00Z"],
    ["duration", "P1D", "1 day"],
    ["email", "ada@example.com", "ada"],
    ["hostname", "example.com", "-.com"],
    ["ipv4", "127.0.0.1", "127.0.0.256"],
    ["ipv6", "::1", ":::1"],
    ["uri", "https://example.com/a b".replace(" ", "%20"), "not a uri"],
    ["uri-reference", "../a", "\\a"],
    ["uri-template", "/a/{b}", "/a/{b"],
    ["url", "https://example.com/", "example"],
    ["uuid", "0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11", "0b6f5b0e"],
    ["regex", "^a+$", "("],
    ["json-pointer", "/a/0", "a"],
    ["relative-json-pointer", "1/a", "/a"],
    ["int32", 2147483647, 2147483648],
  ])("checks the format %s", (format, good, bad) => {
    for (const $schema of ["https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#"]) {
      const schema = { $schema, properties: { at: { format } } };
      expect(resultOf(schema, { at: good })).toEqual({ value: { at: good } });
      expect(resultOf(schema, { at: bad })).toEqual({
        issues: [{ message: `must match format "${format}"`, path: ["at"] }],
      });
      expect(define({ ...schema, type: "object" }).parameters).toEqual({ ...schema, type: "object" });
    }
  });

  it("checks a long text by its format in a time that grows with its length alone", () => {
    // An expression that takes the square of it would need minutes.
    const hostile = `${"::".repeat(150_000)}\u0000`;
    for (const format of ["url", "uri", "uri-reference", "uri-template", "email", "hostname", "regex", "duration"]) {
      expect([format, resultOf({ format }, `http://${hostile}`)]).toEqual([
        format,
        format === "regex"
          ? { value: `http://${hostile}` }
          : { issues: [{ message: `must match format "${format}"`, path: [] }] },
      ]);
    }
  });

  it("is not made of what is not a JSON Schema", () => {
    expect(placesOf(() => standardSchemaOf({ format: 5 }))).toEqual(["/format: bad_keyword"]);
    expect(placesOf(() => define({ type: "object", format: 5 }))).toEqual(["/parameters/format: bad_keyword"]);
    expect(placesOf(() => standardSchemaOf({ type: "text" }))).toEqual(["/type: bad_keyword"]);
    expect(placesOf(() => standardSchemaOf([]))).toEqual([": wrong_type"]);
    expect(placesOf(() => standardSchemaOf({ $ref: "https://example.com/" }))).toEqual(["/$ref: remote_reference"]);
    expect(placesOf(() => standardSchemaOf({ enum: [] }))).toEqual(["/enum: bad_keyword"]);
  });

  it("is not made of a schema with numbers that would be others when they are compared", () => {
    const schema = parseJson('{"maximum":18446744073709551615}') as object;
    expect(placesOf(() => standardSchemaOf(schema))).toEqual([": inexact_number"]);
  });

  it("refuses a schema that ajv cannot compile, without its words", () => {
    const length = 2000;
    const next = (index: number): object => ({ properties: { [SECRET]: { $ref: `#/$defs/${index + 1}` } } });
    const $defs = Object.fromEntries(
      Array.from({ length }, (_, index) => [index, index + 1 < length ? next(index) : {}]),
    );
    const chain = (): unknown => standardSchemaOf({ $ref: "#/$defs/0", $defs });
    expect(placesOf(chain)).toEqual([": too_complex"]);
    expectNoSecret(errorOf(chain));
  });

  it("answers also for a value that is deeper than the stack", () => {
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level += 1) deep = { next: deep };
    expect(resultOf({ properties: { next: { $ref: "#" } } }, deep)).toEqual({
      issues: [{ message: "must be a value that can be read to its last level", path: [] }],
    });
  });
});

describe("where code generation is forbidden", () => {
  it("definitions are made all the same; only a Standard Schema of a JSON Schema is refused, and says why", () => {
    const program = `
      import { ToolDefinition } from "@parlance/builders";
      import { standardSchemaOf } from "@parlance/builders/json-schema";
      const parameters = { type: "object", properties: { path: { type: "string", pattern: "^/" } } };
      console.log(ToolDefinition.create({ name: "read", description: "Reads", parameters }).parameters.additionalProperties);
      try { ToolDefinition.create({ name: "read", description: "Reads", parameters: { type: "object", required: 1 } }) }
      catch (error) { console.log(error.issues[0].path) }
      try { standardSchemaOf({ type: "object" }) } catch (error) { console.log(error.code, error.message) }`;
    const forbidding = ["--disallow-code-generation-from-strings", "--input-type=module", "-e", program];
    const folder = join(import.meta.dirname, "../..");
    expect(execFileSync(process.execPath, forbidding, { cwd: folder, encoding: "utf8" }).split("\n")).toEqual([
      "false",
      "/parameters/required",
      "no_code_generation this platform forbids `new Function`, which a JSON Schema is compiled with",
      "",
    ]);
  });
});
