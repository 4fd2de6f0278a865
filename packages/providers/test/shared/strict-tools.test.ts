/** Parameters that a provider can hold a model to, and arguments without what that added. */

import { ToolDefinition } from "@parlance/builders";
import { standardSchemaOf } from "@parlance/builders/json-schema";
import type { JsonObject } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutAddedNulls } from "../../src/shared/strict/added-nulls.js";
import { strictParameters } from "../../src/shared/strict/parameters.js";
import { OPENAI_STRICT, type StrictRules } from "../../src/shared/strict/rules.js";

const of = (properties: object, more: object = {}) =>
  strictParameters({ parameters: { type: "object", properties, ...more } as never }, OPENAI_STRICT);

/** The properties of strict parameters, and the added nulls. */
function written(properties: object, more: object = {}) {
  const result = of(properties, more);
  if (!result.ok) throw new Error(`${result.path}: ${result.reason}`);
  return [result.parameters.properties, result.added_nulls];
}

describe("strict parameters", () => {
  it("are closed, and optional properties are required and may be null", () => {
    const properties = { path: { type: "string" }, lines: { type: "integer", description: "How many" } };
    expect(of(properties, { required: ["path"] })).toEqual({
      ok: true,
      parameters: {
        type: "object",
        properties: { path: { type: "string" }, lines: { type: ["integer", "null"], description: "How many" } },
        required: ["path", "lines"],
        additionalProperties: false,
      },
      added_nulls: ["/lines"],
    });
  });

  it("are written on a copy: the definition is as it was", () => {
    const parameters = { type: "object", properties: { a: { type: "string" } } };
    const tool = ToolDefinition.create({ name: "t", description: "d", parameters });
    const before = stringifyJson(tool);
    expect(strictParameters(tool, OPENAI_STRICT)).toMatchObject({ ok: true, added_nulls: ["/a"] });
    expect(stringifyJson(tool)).toBe(before);
  });

  it("strict parameters of a tool without arguments are an object without any", () => {
    expect(strictParameters({ parameters: { type: "object" } }, OPENAI_STRICT)).toEqual({
      ok: true,
      parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
      added_nulls: [],
    });
  });

  it("are rewritten in lists, alternatives and definitions, and each place of a null is known", () => {
    const line = { type: "object", properties: { n: { type: "integer" } } };
    const more = { $defs: { line }, required: ["all", "one", "either", "ref"] };
    const properties = {
      all: { type: "array", items: { $ref: "#/$defs/line" } },
      one: { ...line },
      either: { anyOf: [{ type: "string" }, { type: "array", items: line }] },
      ref: { $ref: "#/$defs/line" },
      "a/b~c": { $ref: "#/$defs/line", description: "Any" },
    };
    const [after, nulls] = written(properties, more);
    const closed = {
      type: "object",
      properties: { n: { type: ["integer", "null"] } },
      required: ["n"],
      additionalProperties: false,
    };
    expect(after).toEqual({
      all: { type: "array", items: { $ref: "#/$defs/line" } },
      one: closed,
      either: { anyOf: [{ type: "string" }, { type: "array", items: closed }] },
      ref: { $ref: "#/$defs/line" },
      "a/b~c": { anyOf: [{ $ref: "#/$defs/line" }, { type: "null" }], description: "Any" },
    });
    expect(nulls).toEqual(["/all/*/n", "/one/n", "/either/*/n", "/ref/n", "/a~1b~0c", "/a~1b~0c/n"]);
  });

  it("make alternatives of what cannot simply be null as well", () => {
    const properties = {
      word: { type: "string", enum: ["a", "b"] },
      only: { const: 3 },
      either: { anyOf: [{ type: "string" }, { type: "number" }] },
      many: { type: ["string", "number"] },
      one: { oneOf: [{ type: "string" }, { type: "number" }] },
    };
    expect(written(properties)[0]).toEqual({
      word: { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }] },
      only: { anyOf: [{ type: "number", const: 3 }, { type: "null" }] },
      either: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
      many: { type: ["string", "number", "null"] },
      one: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
    });
  });

  it("do not take away a null that may be meant", () => {
    const properties = {
      a: { type: ["string", "null"] },
      b: { enum: ["x", null] },
      c: { anyOf: [{ $ref: "#/$defs/nothing" }, { type: "string" }] },
    };
    const [after, nulls] = written(properties, { $defs: { nothing: { type: "null" } } });
    expect(after).toEqual({ ...properties, b: { enum: ["x", null], type: ["string", "null"] } });
    expect(nulls).toEqual([]);
  });

  it("lose defaults, which are refused, and no other word", () => {
    expect(written({ a: { type: "string", default: "x", description: "d", format: "date", title: "t" } })[0]).toEqual({
      a: { type: ["string", "null"], description: "d", format: "date", title: "t" },
    });
  });

  it("keep every digit of enums and bounds", () => {
    const text =
      '{"a":{"enum":[12345678901234567890],"type":"integer"},"b":{"type":"integer","maximum":98765432109876543210}}';
    const [after] = written(parseJson(text) as JsonObject);
    expect(stringifyJson(after)).toBe(
      '{"a":{"anyOf":[{"enum":[12345678901234567890],"type":"integer"},{"type":"null"}]},"b":{"type":["integer","null"],"maximum":98765432109876543210}}',
    );
  });

  it("take properties with names that objects have already", () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}');
    expect(written(properties)[1]).toEqual(["/__proto__", "/constructor"]);
    const args = JSON.parse('{"__proto__":null,"constructor":null,"a":1}');
    expect(stringifyJson(withoutAddedNulls(args, ["/__proto__", "/constructor", "/toString"]))).toBe('{"a":1}');
  });

  it("strict parameters only close objects where a provider does not want every property", () => {
    const rules: StrictRules = { ...OPENAI_STRICT, require_all: false };
    const parameters = { type: "object", properties: { a: { type: "string" } } } as never;
    expect(strictParameters({ parameters }, rules)).toEqual({
      ok: true,
      parameters: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
      added_nulls: [],
    });
  });
});

describe("parameters that cannot be said so", () => {
  it("are named with the place and the rule, and no name of the user's", () => {
    const secret = "s3cret";
    const refused: readonly (readonly [string, object, object?])[] = [
      ["/properties/*", { [secret]: {} }],
      ["/properties/*", { [secret]: true }],
      ["/properties/*/pattern", { [secret]: { type: "string", pattern: "(" } }],
      ["/properties/*/not", { [secret]: { type: "string", not: { const: "x" } } }],
      [
        "/properties/*/items/prefixItems",
        { [secret]: { type: "array", items: { type: "array", prefixItems: [{}], items: false } } },
      ],
      ["/properties/*", { [secret]: { type: "object", additionalProperties: { type: "string" } } }],
      ["/properties/*", { [secret]: { type: "object" } }],
      ["/properties/*", { [secret]: { type: "array" } }],
      [
        "/properties/*",
        { [secret]: { type: "object", oneOf: [{ type: "object", properties: { a: { type: "string" } } }] } },
      ],
      ["/properties/*/allOf", { [secret]: { allOf: [{ type: "integer" }, { type: "number" }] } }],
      ["", { a: { type: "string" } }, { anyOf: [{ required: ["a"] }, { required: [] }] }],
      ["/properties/*/$id", { [secret]: { $id: "https://example.com/a", type: "string" } }],
      ["/properties/*", { [secret]: { $ref: "#/$defs/a", minLength: 3 } }, { $defs: { a: { type: "string" } } }],
    ];
    for (const [path, properties, more] of refused) {
      const result = of(properties, more);
      expect([JSON.stringify(properties), result.ok, result.ok ? "" : result.path]).toEqual([
        JSON.stringify(properties),
        false,
        path,
      ]);
      expect(JSON.stringify(result)).not.toContain(secret);
    }
  });

  it("are those that come again inside of themselves with something optional, and no others", () => {
    const node = (required: readonly string[]) => ({
      type: "object",
      properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/node" } } },
      required,
    });
    const tree = { root: { $ref: "#/$defs/node" } };
    expect(of(tree, { $defs: { node: node(["name", "children"]) }, required: ["root"] })).toMatchObject({
      ok: true,
      added_nulls: [],
    });
    expect(of(tree, { $defs: { node: node(["name"]) }, required: ["root"] })).toEqual({
      ok: false,
      path: "",
      reason: "a schema that comes again inside of itself cannot have optional properties",
    });
    expect(of({ again: { $ref: "#" } })).toMatchObject({ ok: false });
    const link = { anyOf: [{ $ref: "#" }, { type: "null" }] };
    expect(of({ next: link }, { required: ["next"] })).toMatchObject({ ok: true, added_nulls: [] });
  });

  it("are those where one null would mean two things", () => {
    const kind = (word: string, note: object, required: readonly string[]) => ({
      type: "object",
      properties: { kind: { const: word }, note },
      required: ["kind", ...required],
    });
    const either = {
      anyOf: [kind("a", { type: "string" }, []), kind("b", { type: ["string", "null"] }, ["note"])],
    };
    expect(of({ either }, { required: ["either"] })).toMatchObject({ ok: false, path: "" });
  });

  it("are those over the provider's limits", () => {
    const many = (count: number, one: object) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, one]));
    const nested = (levels: number): object =>
      levels === 0 ? { type: "string" } : { type: "object", properties: { a: nested(levels - 1) } };
    const words = (count: number, length: number) => ({
      type: "string",
      enum: Array.from({ length: count }, (_, at) => String(at).padStart(length, "x")),
    });
    expect(of(many(3000, { type: "string" })).ok).toBe(true);
    expect(of(many(4990, { type: "string" })).ok).toBe(true);
    expect(of(nested(9) as never, {}).ok).toBe(false);
    expect(of({ a: nested(9) }).ok).toBe(true);
    expect(of({ a: nested(10) })).toMatchObject({ reason: "the parameters have more levels than the provider takes" });
    expect(of({ a: words(250, 100) }).ok).toBe(true);
    expect(of({ a: words(251, 100) })).toMatchObject({
      reason: "the parameters have a longer enum than the provider takes",
    });
    expect(of({ a: words(600, 3), b: words(401, 3) })).toMatchObject({
      reason: "the parameters have more enum values than the provider takes",
    });
    expect(of({ ["x".repeat(120_001)]: { type: "string" } })).toMatchObject({
      reason: "the parameters have longer names and values than the provider takes",
    });
  });

  it("are found without going on for ever where references double at every step", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        at === 39
          ? { type: "string" }
          : {
              type: "object",
              properties: { a: { $ref: `#/$defs/d${at + 1}` }, b: { $ref: `#/$defs/d${at + 1}` } },
            },
      ]),
    );
    expect(of({ a: { $ref: "#/$defs/d0" } }, { $defs })).toMatchObject({ ok: false });
  });
});

describe("arguments", () => {
  it("lose the nulls that stand for nothing, and keep all others with every digit", () => {
    const args = parseJson(
      '{"a":null,"b":null,"items":[{"n":null,"m":null,"big":12345678901234567890},{"n":1}],"more":[null]}',
    ) as JsonObject;
    const after = withoutAddedNulls(args, ["/a", "/items/*/n", "/more/*", "/nowhere/x"]);
    expect(stringifyJson(after)).toBe(
      '{"b":null,"items":[{"m":null,"big":12345678901234567890},{"n":1}],"more":[null]}',
    );
    expect(Object.isFrozen(after.items)).toBe(true);
  });

  it("are the very same where there is nothing to take away", () => {
    const args = { a: 1, items: [{ n: 1 }], "*": { n: 2 } };
    expect(withoutAddedNulls(args, ["/a", "/items/*/n", "/*/n"])).toBe(args);
    expect(withoutAddedNulls(args, undefined)).toBe(args);
  });

  it("are taken out beside numbers that a double cannot hold, in lists too", () => {
    const args = parseJson('{"items":[{"n":null},12345678901234567890,[{"n":null},1e400]]}') as JsonObject;
    const after = withoutAddedNulls(args, ["/items/*/n", "/items/*/*/n"]);
    expect(stringifyJson(after)).toBe('{"items":[{},12345678901234567890,[{},1e400]]}');
  });

  it("arguments of any sort come back as they would have been without strict", () => {
    const leaf = fc.constantFrom(
      { type: "string" },
      { type: "integer" },
      { type: ["string", "null"] },
      { type: "string", enum: ["a", "b"] },
    );
    const { schema } = fc.letrec<{ schema: object; object: object }>((tie) => ({
      schema: fc.oneof(
        { depthSize: "small" },
        leaf,
        tie("object"),
        tie("schema").map((items) => ({ type: "array", items })),
      ),
      object: fc
        .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c/d", "*", "e~"), tie("schema"), fc.boolean()), {
          selector: ([name]) => name,
          minLength: 1,
        })
        .map((members) => ({
          type: "object",
          properties: Object.fromEntries(members.map(([name, one]) => [name, one])),
          required: members.filter(([, , isRequired]) => isRequired).map(([name]) => name),
        })),
    }));
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("x", "y", "z"), schema, { minKeys: 1 }),
        fc.nat(),
        (properties, salt) => {
          const parameters = { type: "object", properties } as never;
          const result = strictParameters({ parameters }, OPENAI_STRICT);
          if (!result.ok) return expect(result.reason).toBe("the parameters have more levels than the provider takes");
          const pick = picker(salt);
          const plain = someValueOf(parameters, pick) as JsonObject;
          const strict = nulled(parameters, plain) as JsonObject;
          const check = standardSchemaOf(result.parameters)["~standard"].validate(strict);
          expect("issues" in check ? check.issues : undefined).toBeUndefined();
          expect(withoutAddedNulls(strict, result.added_nulls)).toEqual(plain);
        },
      ),
      { numRuns: propertyRuns(150) },
    );
  });
});

/** A stream of small numbers that is the same for one salt. */
function picker(salt: number): (below: number) => number {
  let state = salt % 2147483647 || 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

interface Plain {
  readonly type: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: Plain;
  readonly properties?: Readonly<Record<string, Plain>>;
  readonly required?: readonly string[];
}

/** Some value that is valid by a schema. */
function someValueOf(schema: Plain, pick: (below: number) => number): unknown {
  if (schema.enum) return schema.enum[pick(schema.enum.length)];
  if (Array.isArray(schema.type)) return pick(2) === 0 ? null : "text";
  if (schema.type === "integer") return pick(100);
  if (schema.type === "array") return Array.from({ length: pick(3) }, () => someValueOf(schema.items as Plain, pick));
  if (schema.type !== "object") return "text";
  // What is optional and may be null comes back as null: leaving it out is not there to be chosen in strict tools.
  const members = Object.entries(schema.properties ?? {}).filter(
    ([name, one]) => schema.required?.includes(name) || Array.isArray(one.type) || pick(2) === 0,
  );
  return Object.fromEntries(members.map(([name, one]) => [name, someValueOf(one, pick)]));
}

/** The same value with null for everything that is left out. */
function nulled(schema: Plain, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => nulled(schema.items as Plain, item));
  if (typeof value !== "object" || value === null) return value;
  const members = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, one]) => [
      name,
      Object.hasOwn(members, name) ? nulled(one, members[name]) : null,
    ]),
  );
}
