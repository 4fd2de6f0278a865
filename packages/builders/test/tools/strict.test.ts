/** What `strict` makes of parameters: every object in them refuses names that it does not list, as far as that can be. */

import { propertyRuns } from "@parlance/sampler/properties";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolDefinition } from "../../src/index.js";
import { isDeeplyFrozen } from "../refusal.js";

interface Closed {
  readonly parameters: object;
  readonly warnings: readonly string[];
}

/** The parameters of a strict definition, and its warnings as `code /place`. */
function closed(parameters: object): Closed {
  const warnings: string[] = [];
  const logger = { warn: ({ code, path }: { code: string; path: string }) => warnings.push(`${code} ${path}`) };
  const definition = ToolDefinition.create({ name: "tool", description: "Does", parameters }, { logger });
  return { parameters: definition.parameters, warnings };
}

/** Spelled so, because an object with a member `then` looks like a promise to the linter. */
const THEN = "then";

/** An object schema with these properties. */
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const CLOSED = { additionalProperties: false };
const TEXT = { type: "string" };
const INNER = object({ a: TEXT });

describe("an object is closed", () => {
  it.each([
    ["at the root", INNER, { ...INNER, ...CLOSED }],
    ["in a property", object({ o: INNER }, CLOSED), object({ o: { ...INNER, ...CLOSED } }, CLOSED)],
    ["in items", object({ l: { items: INNER } }, CLOSED), object({ l: { items: { ...INNER, ...CLOSED } } }, CLOSED)],
    [
      "in prefixItems",
      object({ l: { prefixItems: [TEXT, INNER] } }, CLOSED),
      object({ l: { prefixItems: [TEXT, { ...INNER, ...CLOSED }] } }, CLOSED),
    ],
    [
      "in items by position, as draft-07 has it",
      object({ l: { items: [INNER], additionalItems: INNER } }, CLOSED),
      object({ l: { items: [{ ...INNER, ...CLOSED }], additionalItems: { ...INNER, ...CLOSED } } }, CLOSED),
    ],
    [
      "in every branch of anyOf",
      object({ o: { anyOf: [INNER, object({ b: TEXT }), { type: "null" }] } }, CLOSED),
      object({ o: { anyOf: [{ ...INNER, ...CLOSED }, object({ b: TEXT }, CLOSED), { type: "null" }] } }, CLOSED),
    ],
    [
      "in every branch of oneOf, also at the root",
      { type: "object", oneOf: [INNER, object({ b: TEXT })] },
      { type: "object", oneOf: [{ ...INNER, ...CLOSED }, object({ b: TEXT }, CLOSED)] },
    ],
    [
      "in $defs that are referred to",
      object({ o: { $ref: "#/$defs/O" } }, { ...CLOSED, $defs: { O: INNER } }),
      object({ o: { $ref: "#/$defs/O" } }, { ...CLOSED, $defs: { O: { ...INNER, ...CLOSED } } }),
    ],
    [
      "in definitions that nobody refers to",
      { type: "object", definitions: { O: INNER }, ...CLOSED },
      { type: "object", definitions: { O: { ...INNER, ...CLOSED } }, ...CLOSED },
    ],
    [
      "that is a reference with words beside it",
      object({ o: { description: "One", $ref: "#/$defs/O" } }, { ...CLOSED, $defs: { O: INNER } }),
      object({ o: { description: "One", $ref: "#/$defs/O" } }, { ...CLOSED, $defs: { O: { ...INNER, ...CLOSED } } }),
    ],
    [
      "that is the only one of allOf, as draft-07 writes a reference with words",
      object({ o: { allOf: [{ $ref: "#/definitions/O" }] } }, { ...CLOSED, definitions: { O: INNER } }),
      object(
        { o: { allOf: [{ $ref: "#/definitions/O" }] } },
        { ...CLOSED, definitions: { O: { ...INNER, ...CLOSED } } },
      ),
    ],
    ["that holds itself", object({ next: { $ref: "#" } }), object({ next: { $ref: "#" } }, CLOSED)],
    ["that was open by the author's word", { ...INNER, additionalProperties: true }, { ...INNER, ...CLOSED }],
    [
      "that may be null",
      object({ o: { ...INNER, type: ["object", "null"] } }, CLOSED),
      object({ o: { ...INNER, type: ["object", "null"], ...CLOSED } }, CLOSED),
    ],
    [
      "that says only which properties it has",
      object({ o: { properties: {} } }, CLOSED),
      object({ o: { properties: {}, ...CLOSED } }, CLOSED),
    ],
    [
      "whose branches name only properties that it lists",
      object(
        { k: TEXT, a: TEXT, b: TEXT },
        { oneOf: [{ properties: { k: { const: "a" } }, required: ["a"] }, { required: ["b"] }] },
      ),
      object(
        { k: TEXT, a: TEXT, b: TEXT },
        { oneOf: [{ properties: { k: { const: "a" } }, required: ["a"] }, { required: ["b"] }], ...CLOSED },
      ),
    ],
    [
      "whose conditions name only properties that it lists",
      object(
        { k: TEXT, a: TEXT },
        { if: { properties: { k: { const: "a" } } }, [THEN]: { required: ["a"] }, else: false },
      ),
      object(
        { k: TEXT, a: TEXT },
        { if: { properties: { k: { const: "a" } } }, [THEN]: { required: ["a"] }, else: false, ...CLOSED },
      ),
    ],
    [
      "whose name is __proto__",
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"object","properties":{}}}}'),
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"object","properties":{},"additionalProperties":false}},"additionalProperties":false}',
      ),
    ],
  ])("an object is closed %s", (_, given, expected) => {
    const { parameters, warnings } = closed(given);
    expect(JSON.stringify(parameters)).toBe(JSON.stringify(expected));
    expect(warnings).toEqual([]);
    expect(isDeeplyFrozen(parameters)).toBe(true);
  });
});

describe("an object stays open, with a warning,", () => {
  it.each([
    [
      "when it is a map",
      object({ m: { type: "object", additionalProperties: TEXT } }, CLOSED),
      ["open_object /parameters/properties/*"],
    ],
    [
      "when it is a map of anything",
      object({ m: { type: "object", additionalProperties: {} } }, CLOSED),
      ["open_object /parameters/properties/*"],
    ],
    [
      "when it is a map by its names",
      object({ m: { type: "object", propertyNames: { pattern: "^[a-z]+$" } } }, CLOSED),
      ["open_object /parameters/properties/*"],
    ],
    [
      "when other properties are described beside it by allOf",
      object({ o: { ...INNER, allOf: [object({ b: TEXT })] } }, CLOSED),
      ["cannot_close /parameters/properties/*"],
    ],
    [
      "when it consists of several in allOf",
      object({ o: { allOf: [INNER, object({ b: TEXT })] } }, CLOSED),
      ["cannot_close /parameters/properties/*"],
    ],
    [
      "when a condition adds properties",
      object({ o: { ...INNER, if: { required: ["a"] }, [THEN]: object({ b: TEXT }) } }, CLOSED),
      ["cannot_close /parameters/properties/*"],
    ],
    [
      "when branches add properties to its own",
      { ...INNER, anyOf: [object({ b: TEXT }), object({ c: TEXT })] },
      ["cannot_close /parameters"],
    ],
    [
      "when what it refers to adds properties",
      object({ o: { ...INNER, $ref: "#/$defs/B" } }, { ...CLOSED, $defs: { B: object({ b: TEXT }) } }),
      ["cannot_close /parameters/properties/*"],
    ],
    [
      "when it is used alone in one place and beside others in another",
      object(
        { o: { $ref: "#/$defs/B" }, p: { ...INNER, allOf: [{ $ref: "#/$defs/B" }] } },
        { ...CLOSED, $defs: { B: object({ b: TEXT }) } },
      ),
      ["cannot_close /parameters/properties/*", "cannot_close /parameters/$defs/*"],
    ],
    [
      "when it asks for a property that it does not list",
      object({ o: { type: "object", required: ["a"] } }, CLOSED),
      ["cannot_close /parameters/properties/*"],
    ],
    [
      "when it asks for more properties than it lists",
      object({ o: object({ a: TEXT }, { minProperties: 2 }) }, CLOSED),
      ["cannot_close /parameters/properties/*"],
    ],
    [
      "when the union around it asks for a property that it does not list",
      object({ o: { required: ["k"], oneOf: [object({ k: TEXT }, CLOSED), INNER] } }, CLOSED),
      ["cannot_close /parameters/properties/*/oneOf/1"],
    ],
    [
      "when two schemas describe it under the same name",
      object({ o: INNER }, { ...CLOSED, allOf: [{ properties: { o: object({ b: TEXT }) } }] }),
      ["cannot_close /parameters/properties/*", "cannot_close /parameters/allOf/0/properties/*"],
    ],
    [
      "when a name and an expression may describe it together",
      object({ o: INNER }, { patternProperties: { "^o": object({ b: TEXT }) }, ...CLOSED }),
      ["cannot_close /parameters/properties/*", "cannot_close /parameters/patternProperties/*"],
    ],
    [
      "when it is an item that another schema asks something of",
      object({ l: { items: INNER, contains: object({ b: TEXT }) } }, CLOSED),
      ["cannot_close /parameters/properties/*/items"],
    ],
  ])("an object stays open, with a warning, %s", (_, given, expected) => {
    const { parameters, warnings } = closed(given);
    expect(parameters).toEqual(given);
    expect(warnings).toEqual(expected);
  });
});

describe("nothing is closed, and nobody warned,", () => {
  it.each([
    [
      "in const, enum, default and examples, which are data",
      object({ a: { const: INNER, enum: [INNER], default: INNER, examples: [INNER] } }, CLOSED),
    ],
    ["in keywords that nobody knows", object({ a: { "x-schema": INNER } }, CLOSED)],
    ["in not, which would take more when it is closed", object({ a: { not: INNER } }, CLOSED)],
    [
      "in if, which would be true of less",
      object({ a: TEXT }, { if: { properties: { a: { properties: {} } } }, ...CLOSED }),
    ],
    [
      "where it is closed already by unevaluatedProperties",
      object({ o: { allOf: [INNER, object({ b: TEXT })], unevaluatedProperties: false } }, CLOSED),
    ],
    [
      "where each branch is closed already",
      object(
        { o: { allOf: [{ anyOf: [object({ a: TEXT }, CLOSED), object({}, CLOSED)] }, { minProperties: 0 }] } },
        CLOSED,
      ),
    ],
    ["where anything goes", object({ a: {}, b: true, c: { description: "Any JSON" } }, CLOSED)],
  ])("nothing is closed, and nobody warned, %s", (_, given) => {
    expect(closed(given)).toEqual({ parameters: given, warnings: [] });
  });
});

describe("a warning besides", () => {
  it("says that an object without properties now takes only the empty object", () => {
    const { parameters, warnings } = closed(object({ any: { type: "object" } }));
    expect(parameters).toEqual(object({ any: { type: "object", ...CLOSED } }, CLOSED));
    expect(warnings).toEqual(["empty_object /parameters/properties/*"]);
  });

  it("says that a map stays open while the objects in it are closed", () => {
    const { parameters, warnings } = closed(object({ m: { type: "object", additionalProperties: INNER } }));
    expect(parameters).toEqual(
      object({ m: { type: "object", additionalProperties: { ...INNER, ...CLOSED } } }, CLOSED),
    );
    expect(warnings).toEqual(["open_object /parameters/properties/*"]);
  });

  it("says that names by an expression stay open while all others are refused", () => {
    const { parameters, warnings } = closed({ type: "object", patternProperties: { "^x-": TEXT } });
    expect(parameters).toEqual({ type: "object", patternProperties: { "^x-": TEXT }, ...CLOSED });
    expect(warnings).toEqual(["open_object /parameters"]);
  });

  it("has a sentence for people, and stands in the order of the schema, once for places that look the same", () => {
    const messages: string[] = [];
    const map = { type: "object", additionalProperties: TEXT };
    ToolDefinition.create(
      { name: "tool", description: "Does", parameters: object({ a: { type: "object" }, b: map, c: map }) },
      { logger: { warn: ({ path, message }) => messages.push(`${path}: ${message}`) } },
    );
    expect(messages).toEqual([
      "/parameters/properties/*: this object declares no properties; now that it is closed, only the empty object fits",
      "/parameters/properties/*: this object takes properties of any name, so that it was not closed",
    ]);
  });

  it("is not given without strict", () => {
    const warnings: unknown[] = [];
    const parameters = object({ m: { type: "object", additionalProperties: TEXT } });
    const definition = ToolDefinition.create(
      { name: "tool", description: "Does", parameters, strict: false },
      { logger: { warn: (warning) => warnings.push(warning) } },
    );
    expect(definition.parameters).toEqual(parameters);
    expect(warnings).toEqual([]);
  });
});

/** A schema as its author wrote it, and one that closes it as a whole by `unevaluatedProperties`, which sees through composition. */
interface Pair {
  readonly open: object;
  readonly whole: object;
}

const NAMES = ["a", "b", "c"];

const SCALAR = fc.constantFrom<Pair>(
  { open: { type: "string" }, whole: { type: "string" } },
  { open: { type: "integer" }, whole: { type: "integer" } },
  { open: {}, whole: {} },
);

/** Anything that a property may be, with objects nested at most this deep. */
function anything(depth: number): fc.Arbitrary<Pair> {
  if (depth === 0) return SCALAR;
  const items = fc.oneof(SCALAR, anObject(depth - 1));
  return fc.oneof(
    SCALAR,
    { arbitrary: anObject(depth - 1), weight: 3 },
    items.map(({ open, whole }) => ({ open: { items: open }, whole: { items: whole } })),
  );
}

function anObject(depth: number): fc.Arbitrary<Pair> {
  return part(depth, 2).map(({ open, whole }) => ({
    open: { type: "object", ...open },
    whole: { type: "object", ...whole, unevaluatedProperties: false },
  }));
}

/** Properties, and others beside them by `allOf`. */
function part(depth: number, levels: number): fc.Arbitrary<Pair> {
  const members = fc.dictionary(fc.constantFrom(...NAMES), anything(depth), { maxKeys: 3, noNullPrototype: true });
  const allOf = levels === 0 ? fc.constant([]) : fc.array(part(depth, levels - 1), { maxLength: 2 });
  return fc.record({ members, allOf }).map((parts) => composed(parts.members, parts.allOf));
}

function composed(members: Readonly<Record<string, Pair>>, allOf: readonly Pair[]): Pair {
  const side = (name: keyof Pair): object => ({
    properties: Object.fromEntries(Object.entries(members).map(([key, pair]) => [key, pair[name]])),
    ...(allOf.length > 0 ? { allOf: allOf.map((one) => one[name]) } : {}),
  });
  return { open: side("open"), whole: side("whole") };
}

function anyValue(depth: number): fc.Arbitrary<unknown> {
  const scalar = fc.constantFrom("text", 1, null);
  return depth === 0 ? scalar : fc.oneof(scalar, values(depth - 1), fc.array(values(depth - 1), { maxLength: 2 }));
}

function values(depth: number): fc.Arbitrary<object> {
  return fc.dictionary(fc.constantFrom(...NAMES), anyValue(depth), { maxKeys: 3, noNullPrototype: true });
}

const QUICK = { strict: false, logger: false, meta: false, validateSchema: false, code: { optimize: false } } as const;

const accepts = (schema: object): ((value: unknown) => boolean) => {
  const validate = new Ajv2020(QUICK).compile(schema);
  return (given) => validate(given);
};

describe("whatever the composition, a closed schema", () => {
  it("takes nothing that the open one refuses, refuses nothing that all its parts together list, and is closed as a whole unless there is a warning", () => {
    fc.assert(
      fc.property(anObject(2), fc.array(values(2), { minLength: 12, maxLength: 16 }), ({ open, whole }, values) => {
        const { parameters, warnings } = closed(open);
        const isOpenFor = accepts(open);
        const isClosedFor = accepts(parameters);
        const isWholeFor = accepts(whole);
        const isWarned = warnings.some((warning) => warning.startsWith("cannot_close"));
        for (const one of values) {
          if (isClosedFor(one)) expect(isOpenFor(one)).toBe(true);
          if (isWholeFor(one)) expect(isClosedFor(one)).toBe(true);
          if (!isWarned && isClosedFor(one)) expect(isWholeFor(one)).toBe(true);
        }
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

describe("whatever its parameters, a definition", () => {
  it("is the same after it was written and read, and made again of its own parts", () => {
    fc.assert(
      fc.property(anObject(2), fc.boolean(), ({ open }, strict) => {
        const silent = { logger: { warn: (): void => undefined } };
        const parts = { name: "tool", description: "Does", parameters: open, strict };
        const definition = ToolDefinition.create(parts, silent);
        expect(ToolDefinition.decode(ToolDefinition.encode(definition))).toEqual(definition);
        expect(ToolDefinition.create(definition, silent)).toEqual(definition);
      }),
      { numRuns: propertyRuns(50) },
    );
  });
});
