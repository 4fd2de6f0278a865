/** What counts as a JSON Schema: the same as ajv and the meta-schemas say, without their quirks, and nothing that never ends. */

import { propertyRuns } from "@parlance/sampler/properties";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolDefinition } from "../../src/index.js";
import { placesOf } from "../refusal.js";

const DIALECTS = {
  "draft-2020-12": "https://json-schema.org/draft/2020-12/schema",
  "draft-07": "http://json-schema.org/draft-07/schema#",
} as const;

type Dialect = keyof typeof DIALECTS;

function define(parameters: object): ToolDefinition {
  return ToolDefinition.create({ name: "tool", description: "Does", parameters, strict: false });
}

function isTaken(parameters: object): boolean {
  try {
    define(parameters);
    return true;
  } catch {
    return false;
  }
}

const QUIET = { strict: false, logger: false, validateFormats: false, code: { optimize: false } } as const;
const META_SCHEMAS = { "draft-2020-12": new Ajv2020(QUIET), "draft-07": new Ajv(QUIET) };
const UNCHECKED = { ...QUIET, meta: false, validateSchema: false } as const;
const COMPILERS = { "draft-2020-12": new Ajv2020(UNCHECKED), "draft-07": new Ajv(UNCHECKED) };

/** Whether the meta-schema takes a schema and ajv makes a validator of it. */
function compiles(schema: object, dialect: Dialect): boolean {
  if (!META_SCHEMAS[dialect].validateSchema(schema)) return false;
  try {
    COMPILERS[dialect].compile(schema);
    return true;
  } catch {
    return false;
  }
}

const KEYWORDS = [
  ...[
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$ref",
    "$vocabulary",
    "additionalItems",
    "additionalProperties",
  ],
  ...["allOf", "anyOf", "const", "contains", "contentEncoding", "contentMediaType", "contentSchema", "default"],
  ...[
    "definitions",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "deprecated",
    "description",
    "else",
    "enum",
  ],
  ...[
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
  ],
  ...[
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
  ],
  ...[
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
  ],
  ...["title", "type", "unevaluatedItems", "unevaluatedProperties", "uniqueItems", "writeOnly", "x-unknown"],
];

/** Not among them: a reference to text and a broken expression above `true`, which ajv takes as it never looks at them. */
const VALUES: readonly unknown[] = [
  ...[true, false, null, 0, 1, -1, 1.5, "", "string", "object", "text", "^a+$", "(", "#", "#/properties", "#/nowhere"],
  ...[{}, [], [{}], [true], ["a"], ["a", "a"], ["a", "b"], ["string", "null"], [1], { a: true }, { a: {} }, { a: 1 }],
  ...[
    { a: ["b"] },
    { a: ["b", "b"] },
    { "(": { minimum: 1 } },
    { type: "string" },
    { type: "none" },
    [{ type: 1 }],
    { a: { minimum: "1" } },
    ["string", "none"],
    ["string", "string"],
    [{ type: "none" }],
  ],
];

/** In draft-07 ajv wants the values of `enum` to differ, which the dialect does not, and obeys an anchor that it does not have. */
function hasQuirk(schema: Readonly<Record<string, unknown>>): boolean {
  const { enum: values, $anchor, $dynamicAnchor } = schema;
  const isRepeated = Array.isArray(values) && new Set(values).size < values.length;
  return isRepeated || $anchor !== undefined || $dynamicAnchor !== undefined;
}

const schema = fc
  .array(fc.tuple(fc.constantFrom(...KEYWORDS), fc.constantFrom(...VALUES)), { minLength: 1, maxLength: 3 })
  .map((pairs) => Object.fromEntries(pairs));

describe.each(["draft-2020-12", "draft-07"] as const)("a schema of %s", (dialect) => {
  const isComparable = (inner: Readonly<Record<string, unknown>>): boolean =>
    dialect === "draft-2020-12" || !hasQuirk(inner);
  const around = (properties: object): object => ({ $schema: DIALECTS[dialect], type: "object", properties });

  it("is taken exactly when it satisfies the meta-schema and ajv compiles it, for each keyword with each value", () => {
    const pairs = KEYWORDS.flatMap((keyword) => VALUES.map((value) => ({ [keyword]: value }))).filter(isComparable);
    const judged = pairs.map((inner) => [inner, isTaken(around({ q: inner }))] as const);
    expect(judged).toEqual(pairs.map((inner) => [inner, compiles(around({ q: inner }), dialect)]));
    expect(new Set(judged.map(([, isGood]) => isGood)).size).toBe(2);
  });

  it("is taken exactly then also in combination and inside another one", () => {
    fc.assert(
      fc.property(schema, fc.constantFrom("properties", "items", "not", "anyOf"), (inner, keyword) => {
        fc.pre(isComparable(inner));
        const place = keyword === "properties" ? { p: inner } : keyword === "anyOf" ? [inner] : inner;
        const whole = around({ q: { [keyword]: place } });
        expect(isTaken(whole)).toBe(compiles(whole, dialect));
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});

const inside = (schema: unknown, more: object = {}): object => ({ type: "object", properties: { p: schema }, ...more });

describe("what names a schema or leads to one", () => {
  it.each([
    ["draft-07", "$id", 7],
    ["draft-2020-12", "$id", 7],
    ["draft-2020-12", "$id", "a#b"],
    ["draft-2020-12", "$dynamicRef", 7],
    ["draft-2020-12", "$recursiveRef", 7],
    ["draft-2020-12", "$recursiveAnchor", 7],
  ] as const)("is refused in %s where %s is %j", (dialect, keyword, value) => {
    const parameters = { $schema: DIALECTS[dialect], ...inside({ [keyword]: value }) };
    expect(placesOf(() => define(parameters))).toEqual([`/parameters/properties/*/${keyword}: bad_keyword`]);
  });
});

describe("references", () => {
  it.each([
    ["a definition", inside({ $ref: "#/$defs/A" }, { $defs: { A: {} } })],
    ["a definition that is a boolean", inside({ $ref: "#/$defs/A" }, { $defs: { A: true } })],
    [
      "a definition with odd characters in its name",
      inside({ $ref: "#/$defs/a~1b~0c%25%C3%A4" }, { $defs: { "a/b~c%ä": {} } }),
    ],
    ["the whole", inside({ $ref: "#" })],
    ["a property", inside({ $ref: "#/properties/q" }, { properties: { p: { $ref: "#/properties/q" }, q: {} } })],
    ["an item of a list", inside({ $ref: "#/allOf/0" }, { allOf: [{}] })],
    ["an anchor", inside({ $ref: "#here" }, { $defs: { A: { $anchor: "here" } } })],
    [
      "an anchor, as draft-07 writes it",
      inside(
        { $ref: "#here" },
        { definitions: { A: { $id: "#here" } }, $schema: "http://json-schema.org/draft-07/schema#" },
      ),
    ],
    ["a dynamic anchor", inside({ $dynamicRef: "#here" }, { $defs: { A: { $dynamicAnchor: "here" } } })],
    ["an id inside", inside({ $ref: "a.json" }, { $defs: { A: { $id: "a.json" } } })],
    [
      "an id inside, by its whole name",
      inside(
        { $ref: "https://example.com/s/a.json" },
        { $id: "https://example.com/s/root.json", $defs: { A: { $id: "a.json" } } },
      ),
    ],
    [
      "a definition of the id around it",
      inside({}, { $defs: { A: { $id: "a.json", $ref: "#/$defs/B", $defs: { B: {} } } } }),
    ],
    [
      "a schema under a keyword that nobody knows",
      inside({ $ref: "#/x-shared/A" }, { "x-shared": { A: { type: "string" } } }),
    ],
  ])("may lead to %s", (_, parameters) => {
    expect(define(parameters).parameters).toEqual(parameters);
  });

  it.each([
    ["nothing", "#/$defs/B", "broken_reference"],
    ["what every object inherits", "#/constructor", "broken_reference"],
    ["what every object inherits, further down", "#/$defs/__proto__/toString", "broken_reference"],
    ["what is not a schema", "#/type", "broken_reference"],
    ["an anchor that is not there", "#B", "broken_reference"],
    ["a file", "b.json", "remote_reference"],
    ["the network", "https://example.com/b.json", "remote_reference"],
    ["the meta-schema", "https://json-schema.org/draft/2020-12/schema", "remote_reference"],
  ])("may not lead to %s", (_, $ref, code) => {
    expect(placesOf(() => define(inside({ $ref }, { $defs: { A: {} } })))).toEqual([
      `/parameters/properties/*/$ref: ${code}`,
    ]);
  });

  it("are checked where they lead, too", () => {
    expect(placesOf(() => define(inside({ $ref: "#/x-shared/A" }, { "x-shared": { A: { type: 7 } } })))).toEqual([
      "/parameters/*/type: bad_keyword",
    ]);
  });

  it.each([
    ["to themselves", inside({ $ref: "#/properties/p" }), "/parameters/properties/*/$ref"],
    ["to the whole from its root", { type: "object", $ref: "#" }, "/parameters/$ref"],
    [
      "around in a circle",
      inside({ $ref: "#/$defs/A" }, { $defs: { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } } }),
      "/parameters/$defs/*/$ref",
    ],
    ["back through allOf", inside({ allOf: [{ $ref: "#/properties/p" }] }), "/parameters/properties/*/allOf/0/$ref"],
    ["back through not", inside({ not: { $ref: "#/properties/p" } }), "/parameters/properties/*/not/$ref"],
  ])("may not lead %s", (_, parameters, place) => {
    expect(placesOf(() => define(parameters))).toEqual([`${place}: endless_reference`]);
  });

  it.each([
    ["a property", inside({ $ref: "#" })],
    ["an item", { type: "object", properties: { l: { items: { $ref: "#/properties/l" } } } }],
    [
      "two definitions and their properties",
      inside({ $ref: "#/$defs/A" }, { $defs: { A: inside({ $ref: "#/$defs/B" }), B: inside({ $ref: "#/$defs/A" }) } }),
    ],
  ])("may lead back by way of %s, where a value comes to an end", (_, parameters) => {
    expect(define(parameters).parameters).toEqual(parameters);
  });
});

describe("a pattern", () => {
  it.each(["^a+$", "\\p{L}", "\\_", "[\\w\\-]", "(?<year>\\d{4})"])("may be %s", (pattern) => {
    expect(isTaken(inside({ pattern }))).toBe(true);
    expect(isTaken({ type: "object", patternProperties: { [pattern]: true } })).toBe(true);
  });

  it.each(["(", "[z-a]", "*", "(?P<year>x)"])("may not be %s", (pattern) => {
    expect(placesOf(() => define(inside({ pattern })))).toEqual(["/parameters/properties/*/pattern: bad_keyword"]);
  });
});

describe("keywords of elsewhere", () => {
  it.each([
    { nullable: true },
    { id: "old" },
    { $async: true },
    { discriminator: { propertyName: "a" } },
    { example: 1 },
  ])("keywords of elsewhere, such as in %j, mean nothing", (keyword) => {
    const parameters = { ...inside(keyword), ...keyword };
    expect(define(parameters).parameters).toEqual(parameters);
  });

  it("keywords of the other dialect are taken together where the schema names none, as typebox writes its tuples", () => {
    const parameters = inside(
      { items: [{ type: "string" }], additionalItems: false },
      { $defs: { A: { minContains: 1 } } },
    );
    expect(define(parameters).parameters).toEqual(parameters);
    expect(placesOf(() => define({ $schema: DIALECTS["draft-2020-12"], ...parameters }))).toEqual([
      "/parameters/properties/*/items: bad_keyword",
    ]);
  });
});
