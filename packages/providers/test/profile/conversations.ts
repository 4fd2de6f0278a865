/** Random conversations, good and bad: calls that nobody answers, results of nothing, ids and names of every kind. */

import { ChatMessage, InferenceOptions, Message, ToolDefinition } from "@parlance/core";
import type { JsonValue } from "@parlance/core/json";
import { arbitraryOf } from "@parlance/sampler";
import fc from "fast-check";
import type { Conversation } from "../../src/shared/types.js";

/** Few, so that calls and results meet; some that no provider takes as they are. */
const IDS = fc.constantFrom("call_1", "call_2", "functions.now:0", "ü", "x y", `call_${"0".repeat(60)}`, "\ud800");
const NAMES = fc.constantFrom("read_file", "a.b", "a_b", "näh", "n".repeat(70), "n".repeat(71), "\ud800", "1 2");

/** Of generations that are asked in different ways. */
const MODELS = fc.constantFrom(
  "a-model",
  "claude-3-5-haiku-latest",
  "claude-sonnet-4-5",
  "claude-opus-4-6",
  "claude-opus-4-8",
  "gpt-oss:20b",
  "o3-mini",
);

export const anyConversation: fc.Arbitrary<Conversation> = fc
  .record({
    messages: fc.array(fc.oneof(anyOf(ChatMessage), anyOf(ChatMessage), anyOf(Message)), {
      minLength: 1,
      maxLength: 10,
    }),
    system: fc.option(fc.constantFrom("", " ", "Be brief."), { nil: undefined }),
    tools: fc.uniqueArray(anyTool(), { maxLength: 4, selector: ({ name }) => name }),
    choice: fc.constantFrom("auto", "none", "required", "named", undefined),
    options: anyOptions(),
  })
  .map(({ messages, system, tools, choice, options }) => {
    const [tool] = tools;
    const named = tool === undefined ? undefined : { name: tool.name };
    const tool_choice = choice === "named" ? named : tool === undefined && choice === "required" ? undefined : choice;
    return {
      messages,
      ...(system !== undefined && { system }),
      tools,
      ...(tool_choice !== undefined && { tool_choice }),
      options,
    };
  });

/** Values of a type whose ids and names are of the few. */
function anyOf<Value>(companion: { readonly schema: object; parse(value: unknown): Value }): fc.Arbitrary<Value> {
  const { $defs, ...root } = companion.schema as { readonly $defs?: object };
  const values = arbitraryOf({ $defs: { ...$defs, Sampled: root } }, "Sampled");
  return fc
    .tuple(values, fc.array(IDS, { minLength: 8, maxLength: 8 }), fc.array(NAMES, { minLength: 8, maxLength: 8 }))
    .map(([value, ids, names]) => companion.parse(renamed(value as JsonValue, ids, names)));
}

function renamed(value: JsonValue, ids: readonly string[], names: readonly string[]): JsonValue {
  let at = 0;
  return JSON.parse(JSON.stringify(value), (key, member: unknown) => {
    if (typeof member === "string" && key === "tool_call_id") return ids[at++ % ids.length];
    if (!isCall(member)) return member;
    at += 1;
    return { ...member, id: ids[at % ids.length], name: names[at % names.length] };
  }) as JsonValue;
}

function isCall(value: unknown): value is object {
  return typeof value === "object" && value !== null && "id" in value && "name" in value && "arguments" in value;
}

function anyOptions(): fc.Arbitrary<InferenceOptions> {
  return fc.tuple(anyOf(InferenceOptions), MODELS).map(([options, model]) => ({ ...options, model }));
}

function anyTool(): fc.Arbitrary<ToolDefinition> {
  return fc
    .record({ name: NAMES, description: fc.constant("A tool."), parameters: anyParameters(), strict: fc.boolean() })
    .map((tool) => ToolDefinition.parse(tool));
}

/** Schemas of objects, with keywords that one provider or another does not take. */
function anyParameters(): fc.Arbitrary<unknown> {
  const { schema } = fc.letrec<{ schema: object; object: object }>((tie) => ({
    schema: fc.oneof(
      { depthSize: "small" },
      anyScalar(),
      tie("object"),
      fc.record({ type: fc.constant("array"), items: tie("schema") }),
      fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    ),
    object: anyObject(tie("schema")),
  }));
  return anyObject(schema);
}

function anyScalar(): fc.Arbitrary<object> {
  return fc.constantFrom<object>(
    {},
    { type: "string", format: "date", minLength: 1, default: "x" },
    { type: ["integer", "null"], minimum: 0 },
    { enum: ["a", 1, null] },
    { const: "only" },
    { $ref: "#/$defs/Leaf" },
    { oneOf: [{ type: "string" }, { type: "number" }] },
    { type: "array", prefixItems: [{ type: "string" }], uniqueItems: true },
    { not: { type: "null" } },
  );
}

function anyObject(member: fc.Arbitrary<object>): fc.Arbitrary<object> {
  const names = ["path", "a", "b", "größe"];
  return fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...names), member), { maxLength: 3, selector: ([name]) => name }),
      fc.subarray(names),
      fc.constantFrom(
        {},
        { additionalProperties: false },
        { additionalProperties: { type: "string" } },
        { $defs: { Leaf: { type: "boolean" } } },
        { allOf: [{ required: ["a"] }] },
      ),
    )
    .map(([properties, required, more]) => ({
      type: "object",
      properties: Object.fromEntries(properties),
      required: required.filter((name) => properties.some(([known]) => known === name)),
      ...more,
    }));
}
