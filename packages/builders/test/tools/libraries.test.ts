/** Definitions from the schemas of libraries: the same schema describes the tool to the model and types its arguments for whoever runs it. */

import { ChatMessage as CoreChatMessage, type JsonValue, type Warning } from "@parlance/core";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { scope, type } from "arktype";
import Type from "typebox";
import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { type StandardSchemaTool, ToolCall, ToolDefinition } from "../../src/index.js";
import { standardSchemaOf } from "../../src/json-schema.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";

const ZOD = z.object({ path: z.string().describe("File path"), lines: z.number().optional() });
const VALIBOT = toStandardJsonSchema(
  v.object({ path: v.pipe(v.string(), v.description("File path")), lines: v.optional(v.number()) }),
);
const ARKTYPE = type({ path: type("string").describe("File path"), "lines?": "number" });
const TYPEBOX_PARAMETERS = Type.Object({
  path: Type.String({ description: "File path" }),
  lines: Type.Optional(Type.Number()),
});
const TYPEBOX = standardSchemaOf<Type.Static<typeof TYPEBOX_PARAMETERS>>(TYPEBOX_PARAMETERS);

type Arguments = { path: string; lines?: number | undefined };
const CALL = ToolCall.create("call_1", "read_file", { path: "a.ts", lines: 3 });
const BAD_CALL = ToolCall.create("call_2", "read_file", { path: 5, lines: SECRET });

function define(parameters: StandardSchemaTool["parameters"]): ToolDefinition {
  const logger = { warn: (warning: Warning) => expect.unreachable(warning.code) };
  return ToolDefinition.fromStandardSchema({ name: "read_file", description: "Reads", parameters }, { logger });
}

describe.each([
  ["zod", ZOD],
  ["valibot", VALIBOT],
  ["arktype", ARKTYPE],
  ["typebox", TYPEBOX],
] as const)("a schema of %s", (_, schema) => {
  it("gives a strict definition that is frozen, with its descriptions", () => {
    const definition = define(schema);
    expect(definition.parameters).toMatchObject({
      type: "object",
      properties: { path: { type: "string", description: "File path" }, lines: { type: "number" } },
      required: ["path"],
      additionalProperties: false,
    });
    expect(isDeeplyFrozen(definition)).toBe(true);
    expect(ToolDefinition.parse(JSON.parse(JSON.stringify(definition)))).toEqual(definition);
  });

  it("checks and hands out the arguments of a call", () => {
    expect(ToolCall.argumentsAs(CALL, schema)).toEqual({ path: "a.ts", lines: 3 });
    expect([...placesOf(() => ToolCall.argumentsAs(BAD_CALL, schema))].sort()).toEqual([
      "/arguments/lines: no_match",
      "/arguments/path: no_match",
    ]);
    expectNoSecret(errorOf(() => ToolCall.argumentsAs(BAD_CALL, schema)));
  });
});

describe("the types of arguments", () => {
  it("are those of the schema, in every library", () => {
    expectTypeOf(ToolCall.argumentsAs(CALL, ZOD)).toEqualTypeOf<Arguments>();
    expectTypeOf(ToolCall.argumentsAs(CALL, VALIBOT)).toEqualTypeOf<Arguments>();
    expectTypeOf(ToolCall.argumentsAs(CALL, ARKTYPE)).toExtend<{ path: string; lines?: number }>();
    expectTypeOf(ToolCall.argumentsAs(CALL, TYPEBOX).path).toEqualTypeOf<string>();
    expectTypeOf(ToolCall.argumentsAs(CALL, TYPEBOX).lines).toEqualTypeOf<number | undefined>();
  });

  it("are those that come out of the schema, while the model is told what goes in", () => {
    const schema = z.object({ when: z.string().transform((text) => new Date(text)) });
    expect(define(schema).parameters.properties).toEqual({ when: { type: "string" } });
    const call = ToolCall.create("call_1", "read_file", { when: "2026-01-01" });
    expectTypeOf(ToolCall.argumentsAs(call, schema)).toEqualTypeOf<{ when: Date }>();
    expect(ToolCall.argumentsAs(call, schema)).toEqual({ when: new Date("2026-01-01") });
  });

  it("take a Standard Schema that can give its JSON Schema, and no other", () => {
    // @ts-expect-error valibot needs `toStandardJsonSchema`
    expect(placesOf(() => define(v.object({})))).toEqual(["/parameters: no_json_schema"]);
    // @ts-expect-error a schema of typebox is JSON Schema, for `create`
    expect(placesOf(() => define(TYPEBOX_PARAMETERS))).toEqual(["/parameters: no_json_schema"]);
    // @ts-expect-error nothing is not a schema
    expect(placesOf(() => define(null))).toEqual(["/parameters: no_json_schema"]);
  });

  it("take a companion of the contract as it is", () => {
    const warnings: Warning[] = [];
    const { parameters } = ToolDefinition.fromStandardSchema(
      { name: "send", description: "Sends a message", parameters: CoreChatMessage },
      { logger: { warn: (warning) => warnings.push(warning) } },
    );
    expect(parameters.type).toBe("object");
    const call = ToolCall.create("call_1", "send", { role: "user", content: "Hello" });
    expectTypeOf(ToolCall.argumentsAs(call, CoreChatMessage)).toEqualTypeOf<CoreChatMessage>();
  });
});

describe("typebox", () => {
  it("is also taken by create, since its schemas are JSON Schema, tuples and records too", () => {
    const parameters = Type.Object({ range: Type.Tuple([Type.Integer(), Type.Integer()]) });
    const definition = ToolDefinition.create({ name: "read", description: "Reads", parameters });
    expect(JSON.parse(JSON.stringify(definition.parameters))).toEqual({
      type: "object",
      required: ["range"],
      properties: {
        range: {
          type: "array",
          additionalItems: false,
          items: [{ type: "integer" }, { type: "integer" }],
          minItems: 2,
        },
      },
      additionalProperties: false,
    });
  });

  it("is refused for what JSON Schema does not have", () => {
    const parameters = Type.Object({ id: Type.BigInt() });
    expect(placesOf(() => ToolDefinition.create({ name: "read", description: "Reads", parameters }))).toEqual([
      "/parameters/properties/*/type: bad_keyword",
    ]);
  });
});

/** The parameters of a definition without their dialect, and its warnings. */
function parametersAndWarnings(parameters: StandardSchemaTool["parameters"]): [object, string[]] {
  const warnings: string[] = [];
  const logger = { warn: ({ code, path }: Warning) => warnings.push(`${code} ${path}`) };
  const definition = ToolDefinition.fromStandardSchema({ name: "tool", description: "Does", parameters }, { logger });
  const { $schema: _, ...rest } = definition.parameters as { readonly $schema?: JsonValue };
  return [rest, warnings];
}

const NODE = {
  type: "object",
  properties: { name: { type: "string" } },
  required: ["name"],
  additionalProperties: false,
};

describe("a schema whose root is not a plain object", () => {
  it("a schema of zod that has a name is put at the root", () => {
    const named = z.object({ name: z.string() }).meta({ id: "Node" });
    expect(parametersAndWarnings(named)).toEqual([{ ...NODE, $defs: { Node: NODE } }, []]);
  });

  it("a schema that holds itself is put at the root, in every library", () => {
    const zod = z.object({
      name: z.string(),
      get next() {
        return zod.optional();
      },
    });
    const valibot: v.GenericSchema = v.object({ name: v.string(), next: v.optional(v.lazy(() => valibot)) });
    const { node } = scope({ node: { name: "string", "next?": "node" } }).export();
    const typebox = Type.Cyclic(
      { Node: Type.Object({ name: Type.String(), next: Type.Optional(Type.Ref("Node")) }) },
      "Node",
    );
    for (const schema of [zod, toStandardJsonSchema(valibot), node, standardSchemaOf(typebox)]) {
      const [parameters, warnings] = parametersAndWarnings(schema);
      expect(parameters).toMatchObject({ type: "object", required: ["name"], additionalProperties: false });
      expect(JSON.stringify(parameters)).toMatch(/"next":\{"\$ref":"[^"]+"\}/);
      expect(warnings).toEqual([]);
    }
  });

  it("a schema that is a union of objects says so, and each of them is closed", () => {
    const branch = (kind: string): object => ({
      properties: { kind: { const: kind } },
      required: ["kind"],
      additionalProperties: false,
    });
    const expected = [branch("a"), branch("b")];
    const zod = z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })]);
    const valibot = v.variant("kind", [v.object({ kind: v.literal("a") }), v.object({ kind: v.literal("b") })]);
    const arktype = type({ kind: "'a'", "x?": "string" }).or({ kind: "'b'" });
    expect(parametersAndWarnings(zod)).toMatchObject([{ type: "object", oneOf: expected }, []]);
    expect(parametersAndWarnings(toStandardJsonSchema(valibot))).toMatchObject([
      { type: "object", oneOf: expected },
      [],
    ]);
    expect(parametersAndWarnings(arktype)).toMatchObject([{ type: "object", anyOf: [{}, {}] }, []]);
  });

  it("a schema that is an intersection is closed where its library merges it, and stays open with a warning otherwise", () => {
    const merged = z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() }));
    expect(parametersAndWarnings(merged)).toMatchObject([{ type: "object", additionalProperties: false }, []]);
    const parts = v.intersect([v.object({ a: v.string() }), v.object({ b: v.string() })]);
    const [parameters, warnings] = parametersAndWarnings(toStandardJsonSchema(parts));
    expect(parameters).toMatchObject({ type: "object", allOf: [{ required: ["a"] }, { required: ["b"] }] });
    expect(warnings).toEqual(["cannot_close /parameters"]);
  });

  it("a schema that may be something else than an object is refused", () => {
    expect(placesOf(() => define(z.union([z.object({}), z.string()])))).toEqual([
      "/parameters/type: not_allowed_value",
    ]);
    expect(placesOf(() => define(z.string()))).toEqual(["/parameters/type: not_allowed_value"]);
  });
});

describe("a schema without a JSON Schema", () => {
  it("is refused together with everything else that is wrong, without the words of its library", () => {
    const parameters = z.object({ [SECRET]: z.date() });
    const refused = (): unknown => ToolDefinition.fromStandardSchema({ name: SECRET, description: "", parameters });
    expect(placesOf(refused)).toEqual([
      "/name: pattern_mismatch",
      "/parameters: no_json_schema",
      "/description: too_short",
    ]);
    expectNoSecret(errorOf(refused));
    expect(issuesOf(refused)[1]).toEqual({
      code: "no_json_schema",
      path: "/parameters",
      keyword: "",
      expected: "a Standard Schema that can give its JSON Schema",
      found: "a schema without one",
    });
  });

  it("a schema without a JSON Schema for 2020-12 is asked for draft-07", () => {
    const targets: string[] = [];
    const input = ({ target }: { readonly target: string }): Record<string, unknown> => {
      targets.push(target);
      if (target !== "draft-07") throw new Error(SECRET);
      return { $schema: "http://json-schema.org/draft-07/schema#", type: "object" };
    };
    const schema = { "~standard": { version: 1, vendor: "test", jsonSchema: { input, output: input } } } as const;
    expect(define(schema).parameters).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      additionalProperties: false,
    });
    expect(targets).toEqual(["draft-2020-12", "draft-07"]);
  });

  it.each([
    ["gives none at all", () => undefined],
    ["gives a promise of one", () => Promise.resolve({ type: "object" })],
    ["gives text", () => '{"type":"object"}'],
  ])("a schema without a JSON Schema, since its library %s, is refused", (_, input) => {
    const schema = { "~standard": { version: 1, vendor: "test", jsonSchema: { input, output: input } } };
    expect(placesOf(() => define(schema as never))[0]).toMatch(/^\/parameters/);
  });
});
