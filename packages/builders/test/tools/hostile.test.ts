/** Schemas that were made to hurt: huge, deep, endless, expensive, or not what they seem. They are refused or taken, quickly. */

import { describe, expect, it } from "vitest";
import { ToolDefinition } from "../../src/index.js";
import { errorOf, expectNoSecret, placesOf, SECRET } from "../refusal.js";

const SILENT = { logger: { warn: (): void => undefined } };

function define(parameters: unknown): ToolDefinition {
  return ToolDefinition.create({ name: "tool", description: "Does", parameters: parameters as object }, SILENT);
}

function many<Value>(length: number, make: (index: number) => Value): Record<string, Value> {
  return Object.fromEntries(Array.from({ length }, (_, index) => [`p${index}`, make(index)]));
}

function nested(levels: number, around: (inner: object) => object): object {
  let schema: object = { type: "string" };
  for (let level = 0; level < levels; level += 1) schema = around(schema);
  return schema;
}

describe("a huge schema", () => {
  it("a schema of 5,000 schemas is taken, and one of more is refused", () => {
    const properties = many(2499, (index) => ({ items: { type: "string", pattern: `^a{${index}}` } }));
    expect(define({ type: "object", properties: { ...properties, last: {} } }).strict).toBe(true);
    expect(placesOf(() => define({ type: "object", properties: { ...properties, a: {}, b: {} } }))).toEqual([
      "/parameters: too_large",
    ]);
  });

  it("a schema of 100,000 properties is refused without looking at all of them", () => {
    expect(placesOf(() => define({ type: "object", properties: many(100_000, () => ({})) }))).toEqual([
      "/parameters: too_large",
    ]);
  });

  it("a schema with lists of 100,000 items is taken, and refused where the items are not strings or not different", () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `p${index}`);
    expect(define({ type: "object", properties: { a: { enum: names.map((name) => ({ name })) } } }).strict).toBe(true);
    expect(define({ type: "object", required: names }).parameters.required).toHaveLength(100_000);
    expect(placesOf(() => define({ type: "object", required: [...names, "p0"] }))).toEqual([
      "/parameters/required: bad_keyword",
    ]);
    expect(placesOf(() => define({ type: "object", properties: { a: { type: names } } }))).toEqual([
      "/parameters/properties/*/type: bad_keyword",
    ]);
  });

  it("a huge schema that is wrong all over is told by 100 issues and how many more there are", () => {
    const refused = errorOf(() =>
      define({ type: "object", properties: many(4000, () => ({ type: SECRET, minimum: SECRET })) }),
    );
    expect(refused).toHaveProperty("issues.length", 101);
    expect(refused).toHaveProperty("issues.100", {
      code: "more_issues",
      path: "/parameters",
      keyword: "",
      expected: "at most 100 issues",
      found: "7900 more",
    });
    expectNoSecret(refused);
  });

  it("a huge schema whose parts all describe one value is settled in time", () => {
    const $defs = {
      all: { allOf: Array.from({ length: 400 }, (_, index) => ({ properties: { [`p${index}`]: {} } })) },
    };
    const properties = many(300, () => ({ allOf: [{ $ref: "#/$defs/all" }, { required: ["p0"] }] }));
    expect(define({ type: "object", properties, $defs }).strict).toBe(true);
  });

  it("a schema of a chain of 4,000 references is followed to its end", () => {
    const chain = (keyword: string): object => ({
      type: "object",
      properties: { p: { $ref: "#/$defs/p0" } },
      $defs: {
        ...many(2000, (index) => {
          const reference = { $ref: `#/$defs/p${index + 1}` };
          return keyword === "$ref" ? reference : { [keyword]: [reference] };
        }),
        p2000: { type: "object", properties: {} },
      },
    });
    for (const keyword of ["$ref", "allOf", "anyOf", "prefixItems"]) {
      expect(define(chain(keyword)).parameters).toHaveProperty("$defs.p2000.additionalProperties", false);
    }
  });

  it("a schema whose references branch at every step is followed once", () => {
    const $defs = many(60, (index) => ({ anyOf: Array(8).fill({ $ref: `#/$defs/p${index + 1}` }) }));
    const parameters = { type: "object", properties: { p: { $ref: "#/$defs/p0" } }, $defs: { ...$defs, p60: {} } };
    expect(define(parameters).strict).toBe(true);
    const asked = {
      "~standard": {
        version: 1,
        vendor: "test",
        jsonSchema: {
          input: () => ({ $defs: { ...$defs, p60: { type: "object" } }, anyOf: [{ $ref: "#/$defs/p0" }] }),
        },
      },
    };
    const definition = { name: "tool", description: "Does", parameters: asked as never };
    expect(placesOf(() => ToolDefinition.fromStandardSchema(definition, SILENT))).toEqual([
      "/parameters/type: not_allowed_value",
    ]);
  });
});

describe("a deep schema", () => {
  it("is taken and can be stored up to 255 levels, with the definition as one more, and is refused beyond", () => {
    const deep = (levels: number): object => ({ type: "object", not: nested(levels - 2, (inner) => ({ not: inner })) });
    const definition = define(deep(255));
    expect(ToolDefinition.decode(ToolDefinition.encode(definition))).toEqual(definition);
    expect(placesOf(() => define(deep(256)))).toEqual(["/parameters: too_deep"]);
    expect(placesOf(() => define(deep(100_000)))).toEqual(["/parameters: too_deep"]);
  });

  it("a schema that holds itself in memory is refused", () => {
    const parameters: Record<string, unknown> = { type: "object" };
    parameters.properties = { parameters };
    expect(placesOf(() => define(parameters))).toEqual(["/parameters: too_deep"]);
  });
});

describe("an expensive pattern", () => {
  it("is read and never run", () => {
    const evil = "^(a+)+$";
    const text = `${"a".repeat(40)}!`;
    const parameters = {
      type: "object",
      properties: { [text]: { type: "string", pattern: evil, default: text, const: text } },
      patternProperties: { [evil]: { type: "object" } },
      required: [text],
    };
    expect(define(parameters).parameters.required).toEqual([text]);
  });
});

describe("names that mean something in JavaScript", () => {
  it("are names like any others", () => {
    const text =
      '{"type":"object","properties":{"__proto__":{"type":"object"},"constructor":{"type":"string"},"toString":{}},' +
      '"required":["__proto__","constructor"],"__proto__":{"type":7},"$defs":{"__proto__":{"$ref":"#/properties/__proto__"}}}';
    const definition = define(JSON.parse(text));
    expect(JSON.stringify(definition.parameters)).toBe(
      text
        .replace('"__proto__":{"type":"object"}', '"__proto__":{"type":"object","additionalProperties":false}')
        .replace(/\}$/, ',"additionalProperties":false}'),
    );
    expect(Object.getPrototypeOf(definition.parameters)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("type");
  });

  it("are not keywords where they only come from a prototype", () => {
    expect(placesOf(() => define(Object.create({ type: "object" })))).toEqual(["/parameters: not_json_value"]);
  });
});

describe("an object that is not what it seems", () => {
  const throwing = {
    get(): never {
      throw new Error(SECRET);
    },
  };

  it.each([
    [
      "whose getter throws",
      {
        type: "object",
        get properties(): never {
          return throwing.get();
        },
      },
    ],
    ["that is a proxy that throws", new Proxy({ type: "object" }, throwing)],
    ["that is an instance of a class", new (class Parameters {})()],
    ["that holds a bigint", { type: "object", maxProperties: 1n }],
    ["that holds NaN", { type: "object", maxProperties: Number.NaN }],
    ["that holds a symbol", { type: "object", title: Symbol(SECRET) }],
  ])("an object %s is refused without its words", (_, parameters) => {
    const refused = (): unknown => define(parameters);
    expect(placesOf(refused)).toEqual(["/parameters: not_json_value"]);
    expectNoSecret(errorOf(refused));
  });

  it("a definition whose getter throws is refused, too", () => {
    const given = Object.defineProperty({ name: "tool", description: "Does" }, "parameters", throwing) as never;
    expect(placesOf(() => ToolDefinition.create(given))).toEqual([": not_json_value"]);
    expectNoSecret(errorOf(() => ToolDefinition.create(given)));
  });

  it("an object that answers differently each time is read once", () => {
    let reads = 0;
    const parameters = {
      get type(): string {
        reads += 1;
        return reads === 1 ? "object" : "array";
      },
    };
    expect(define(parameters).parameters).toEqual({ type: "object", additionalProperties: false });
  });
});
