/** Schemas that say the same in a form which providers refuse, in the form that they take. */

import type { JsonObject } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { strictParameters } from "../../src/shared/strict/parameters.js";
import { OPENAI_STRICT } from "../../src/shared/strict/rules.js";

const of = (parameters: object) => strictParameters({ parameters: parameters as JsonObject }, OPENAI_STRICT);

/** Strict parameters. */
function written(parameters: object): JsonObject {
  const result = of(parameters);
  if (!result.ok) throw new Error(`${result.path}: ${result.reason}`);
  return result.parameters;
}

const TEXT = { type: "string" };
const NUMBER = { type: "number" };

describe("schemas that have to be satisfied together", () => {
  it("are one schema where all of them describe one object", () => {
    const parameters = {
      type: "object",
      properties: { own: TEXT },
      required: ["own"],
      allOf: [
        { type: "object", description: "First.", properties: { a: TEXT, own: TEXT }, required: ["a"] },
        { properties: { b: NUMBER } },
        true,
      ],
    };
    expect(of(parameters)).toEqual({
      ok: true,
      parameters: {
        type: "object",
        properties: { own: TEXT, a: TEXT, b: { type: ["number", "null"] } },
        required: ["own", "a", "b"],
        description: "First.",
        additionalProperties: false,
      },
      added_nulls: ["/b"],
    });
  });

  it("are the only one of them where it stands alone", () => {
    const parameters = {
      type: "object",
      properties: { kind: { allOf: [{ $ref: "#/$defs/Kind" }], description: "Which.", default: "a" } },
      required: ["kind"],
      $defs: { Kind: { type: "string", enum: ["a", "b"] } },
    };
    expect(written(parameters).properties).toEqual({
      kind: { anyOf: [{ $ref: "#/$defs/Kind" }], description: "Which." },
    });
  });

  it("are what they refer to, together with what stands beside them", () => {
    const parameters = {
      type: "object",
      properties: { dog: { allOf: [{ $ref: "#/$defs/Pet" }, { properties: { barks: { type: "boolean" } } }] } },
      required: ["dog"],
      $defs: {
        Pet: { allOf: [{ $ref: "#/$defs/Named" }, { properties: { age: NUMBER }, required: ["age"] }] },
        Named: { type: "object", properties: { name: TEXT }, required: ["name"] },
      },
    };
    expect(written(parameters).properties).toEqual({
      dog: {
        type: "object",
        properties: { name: TEXT, age: NUMBER, barks: { type: ["boolean", "null"] } },
        required: ["name", "age", "barks"],
        additionalProperties: false,
      },
    });
  });

  it("are one schema where they limit one value in ways of their own", () => {
    const size = { allOf: [{ type: "integer" }, { minimum: 1 }, { type: "integer", maximum: 9 }] };
    expect(written({ type: "object", properties: { size }, required: ["size"] }).properties).toEqual({
      size: { type: "integer", minimum: 1, maximum: 9 },
    });
  });

  it("are closed as one where they are closed together, and where each of them allows what all describe", () => {
    const a = { type: "object", properties: { a: TEXT }, required: ["a"] };
    const closed = { ...a, additionalProperties: false };
    expect(
      written({ ...a, allOf: [{ properties: { b: TEXT }, required: ["b"] }], unevaluatedProperties: false }),
    ).toEqual({ type: "object", properties: { a: TEXT, b: TEXT }, required: ["a", "b"], additionalProperties: false });
    expect(written({ ...closed, allOf: [{ required: ["a"] }] })).toEqual(closed);
  });

  it("stay, and the tool is not strict, where one schema would say something else", () => {
    const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
    const together = (...allOf: readonly unknown[]) => object({ one: { allOf } }, { required: ["one"] });
    const refused: readonly object[] = [
      together(object({ a: TEXT }), object({ a: NUMBER })),
      together(object({ a: TEXT }, { additionalProperties: false }), object({ b: TEXT })),
      together(object({ a: TEXT }, { additionalProperties: TEXT }), object({ b: TEXT })),
      together({ type: "integer" }, { type: "number" }),
      together({ minimum: 1 }, { minimum: 2 }),
      together(TEXT, false),
      together({ $id: "https://example.com/a", ...TEXT }, { minLength: 1 }),
      together({ anyOf: [TEXT, NUMBER] }, { anyOf: [TEXT, { type: "null" }] }),
      { ...object({ one: { $ref: "#/$defs/a" } }), $defs: { a: { allOf: [{ $ref: "#/$defs/a" }, TEXT] } } },
    ];
    for (const parameters of refused)
      expect([JSON.stringify(parameters), of(parameters).ok]).toEqual([JSON.stringify(parameters), false]);
  });

  it("keep every digit, or stay", () => {
    const inner =
      '{"type":"object","properties":{"n":{"type":"integer","maximum":98765432109876543210}},"required":["n"]}';
    const merged = written(parseJson(`{"type":"object","allOf":[${inner}]}`) as JsonObject);
    expect(stringifyJson(merged.properties as JsonObject)).toBe(
      '{"n":{"type":"integer","maximum":98765432109876543210}}',
    );
    const bound = '{"allOf":[{"type":"integer"},{"maximum":98765432109876543210}]}';
    expect(of(parseJson(`{"type":"object","properties":{"n":${bound}}}`) as JsonObject).ok).toBe(false);
  });

  it("take time in proportion to the schema, however often they refer to one another", () => {
    const next = (at: number) => ({ $ref: `#/$defs/d${at + 1}` });
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `d${at}`,
        at === 59 ? { type: "object", properties: { a: TEXT } } : { allOf: [next(at), { allOf: [next(at)] }] },
      ]),
    );
    expect(of({ type: "object", properties: { one: next(-1) }, required: ["one"], $defs })).toMatchObject({
      ok: true,
      added_nulls: ["/one/a"],
    });
  });
});

describe("schemas that lead from one to the next for ever so long", () => {
  it("make a tool not strict, and break nothing", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 6000 }, (_, at) => [
        `d${at}`,
        { allOf: [at === 5999 ? TEXT : { $ref: `#/$defs/d${at + 1}` }, { minLength: 1 }] },
      ]),
    );
    const properties = { one: { $ref: "#/$defs/d0" } };
    expect(of({ type: "object", properties, required: ["one"], $defs }).ok).toBe(false);
  });
});

describe("references", () => {
  it("references to a property lead to what it was before it could be null", () => {
    const properties = {
      a: { type: "string", minLength: 1 },
      b: { $ref: "#/properties/a" },
      c: { type: "array", items: { $ref: "#/properties/a" } },
    };
    expect(of({ type: "object", properties, required: ["b", "c"] })).toEqual({
      ok: true,
      parameters: {
        type: "object",
        properties: {
          a: { type: ["string", "null"], minLength: 1 },
          b: { $ref: "#/$defs/ref_1" },
          c: { type: "array", items: { $ref: "#/$defs/ref_1" } },
        },
        required: ["a", "b", "c"],
        $defs: { ref_1: { type: "string", minLength: 1 } },
        additionalProperties: false,
      },
      added_nulls: ["/a"],
    });
  });

  it("references into what is written otherwise lead there still", () => {
    const properties = {
      a: {
        oneOf: [
          TEXT,
          { type: "object", properties: { again: { $ref: "#/properties/a/oneOf/0" } }, required: ["again"] },
        ],
      },
      b: { $ref: "#/properties/a/oneOf/1" },
      "c/d": NUMBER,
      e: { $ref: "#/properties/c~1d" },
    };
    const $defs = { ref_1: { type: "boolean" } };
    const result = written({ type: "object", properties, required: ["a", "b", "c/d", "e"], $defs });
    const closed = {
      type: "object",
      properties: { again: { $ref: "#/$defs/ref_2" } },
      required: ["again"],
      additionalProperties: false,
    };
    expect(result.$defs).toEqual({ ref_1: { type: "boolean" }, ref_2: TEXT, ref_3: closed, ref_4: NUMBER });
    expect(result.properties).toEqual({
      a: { anyOf: [TEXT, closed] },
      b: { $ref: "#/$defs/ref_3" },
      "c/d": NUMBER,
      e: { $ref: "#/$defs/ref_4" },
    });
  });

  it("references to nothing make a tool not strict, also where something stands there when all is written", () => {
    const reason = "a reference leads to no schema that says what is valid";
    for (const $ref of ["#/$defs/ref_1", "#/$defs/A/properties/q", "#/nowhere", "https://example.com/a"]) {
      const A = { allOf: [{ type: "object", properties: { q: TEXT, p: { $ref }, r: { $ref: "#/properties/a" } } }] };
      expect(of({ type: "object", properties: { a: TEXT }, $defs: { A } })).toEqual({ ok: false, path: "", reason });
    }
  });

  it("references that double at every step are followed once", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const next = { $ref: `#/$defs/d${at + 1}` };
        return [`d${at}`, at === 39 ? TEXT : { anyOf: [next, next] }];
      }),
    );
    expect(of({ type: "object", properties: { a: { $ref: "#/$defs/d0" } }, $defs })).toMatchObject({ ok: false });
  });
});

describe("formats of texts", () => {
  it("are kept where the provider knows them, and make a tool not strict where it does not", () => {
    const text = (format: string) => ({ type: "string", format });
    expect(of({ type: "object", properties: { a: text("date-time"), b: text("uuid") } }).ok).toBe(true);
    expect(of({ type: "object", properties: { a: text("uri") } })).toEqual({
      ok: false,
      path: "/properties/*/format",
      reason: "the provider does not know this format",
    });
  });
});
