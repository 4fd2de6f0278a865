/** The published bundles: what is spelled out in them, and that all their forms give one verdict. */

import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { bundleOf, publishedSchemas, schemaId, toDraft07, validatorSchemas } from "../src/bundle.js";
import { buildContracts } from "../src/contracts.js";
import type { Contract, JsonSchema } from "../src/model.js";
import { CASES, instancesOf } from "./cases.js";
import { schemasOf, schemasWithData } from "./support.js";

const STRICT = { strict: true, strictRequired: false, ownProperties: true, allErrors: true };
const UNION_TYPES = { ...STRICT, allowUnionTypes: true };
const OPEN = { type: "object", additionalProperties: true };

function contractOf(schemasDir: string): Contract {
  const contract = buildContracts(schemasDir).at(-1);
  if (contract === undefined) throw new Error("no contract");
  return contract;
}

/** The published form of the definition `Data`. */
function publishedData(data: JsonSchema, $defs: { readonly [name: string]: unknown } = {}): unknown {
  return publishedSchemas(contractOf(schemasWithData(data, $defs))).Data;
}

/** The published form of one optional property. */
function publishedOptional(property: JsonSchema, $defs: { readonly [name: string]: unknown } = {}): unknown {
  const data = publishedData({ ...OPEN, properties: { it: property } }, $defs) as { properties: { it: unknown } };
  return data.properties.it;
}

describe("in a published bundle an optional property may be null:", () => {
  it.each<[title: string, source: JsonSchema, published: JsonSchema]>([
    ["a type gets null beside it", { type: "string", maxLength: 3 }, { type: ["string", "null"], maxLength: 3 }],
    ["a constant becomes one of two values", { const: "x" }, { enum: ["x", null] }],
    [
      "an enum with a type gets null in both",
      { type: "string", enum: ["a"] },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      "a reference is wrapped, its annotations stay outside",
      { $ref: "#/$defs/Other", description: "d", default: {} },
      { description: "d", default: {}, anyOf: [{ $ref: "#/$defs/Other" }, { type: "null" }] },
    ],
    [
      "a choice gets one more branch",
      { anyOf: [{ type: "string" }, { type: "boolean" }] },
      { anyOf: [{ type: "string" }, { type: "boolean" }, { type: "null" }] },
    ],
    ["what takes null already stays as it is", { type: ["string", "null"] }, { type: ["string", "null"] }],
    ["user data of any kind stays as it is", { "x-user-data": true }, {}],
    [
      "user data that must be an object gets null beside it",
      { type: "object", additionalProperties: true, "x-user-data": true },
      { type: ["object", "null"], additionalProperties: true },
    ],
    [
      "a further condition is not asked of null",
      { type: "string", not: { const: "x" } },
      { anyOf: [{ type: "string", not: { const: "x" } }, { type: "null" }] },
    ],
  ])("%s", (_title, source, published) => {
    expect(publishedOptional(source, { Other: OPEN })).toEqual(published);
  });

  it("a required property stays as it is", () => {
    const data = { ...OPEN, required: ["it"], properties: { it: { type: "string", maxLength: 3 } } };
    expect(publishedData(data)).toEqual(data);
  });
});

describe("in a published bundle a condition that asks for a property asks for more than null:", () => {
  it("a condition that asks for an optional property asks for more than null", () => {
    const data = publishedData({ ...OPEN, properties: { a: { type: "string" } }, anyOf: [{ required: ["a"] }] });
    expect(data).toMatchObject({ anyOf: [{ required: ["a"], properties: { a: { not: { type: "null" } } } }] });
  });

  it("a condition asks for more than null beside what it says about the property already", () => {
    const condition = { required: ["a"], properties: { a: { not: { const: "x" } } } };
    const data = publishedData({ ...OPEN, properties: { a: { type: "string" } }, allOf: [condition] });
    const both = { allOf: [{ not: { const: "x" } }, { not: { type: "null" } }] };
    expect(data).toMatchObject({ allOf: [{ required: ["a"], properties: { a: both } }] });
  });

  it("a condition does not ask for more than null of a property whose own value may be null", () => {
    const properties = { a: { "x-user-data": true }, b: { type: ["string", "null"] } };
    const data = publishedData({ ...OPEN, properties, anyOf: [{ required: ["a"] }, { required: ["b"] }] });
    expect(data).toMatchObject({ anyOf: [{ required: ["a"] }, { required: ["b"] }] });
  });

  it("a condition inside a nested object asks for more than null by what that object says", () => {
    const inner = { ...OPEN, properties: { b: { type: "string" } } };
    const condition = { properties: { a: { type: "object", required: ["b"] } } };
    const data = publishedData(
      { ...OPEN, properties: { a: { $ref: "#/$defs/Inner" } }, allOf: [condition] },
      { Inner: inner },
    );
    const expected = { type: ["object", "null"], required: ["b"], properties: { b: { not: { type: "null" } } } };
    expect(data).toMatchObject({ allOf: [{ properties: { a: expected } }] });
  });
});

describe("a bundle", () => {
  it("names the tags that an open branch must not have", () => {
    const { UnknownPart } = publishedSchemas(contractOf(schemasOf("unions")));
    expect(UnknownPart).toMatchObject({ properties: { type: { not: { enum: ["word", "list"] } } } });
  });

  it("has no keyword of our own", () => {
    expect(JSON.stringify(CASES.map(({ name }) => bundleOf(contractOf(schemasOf(name)))))).not.toContain('"x-');
  });

  it("has an address that ends in its version, for the whole and for one type", () => {
    const contract = contractOf(schemasOf("closed-objects-and-roots"));
    expect(schemaId(contract)).toBe("https://parlance.dev/schemas/v1");
    expect(bundleOf(contract, "AskSomething").$id).toBe("https://parlance.dev/schemas/ask_something/v1");
  });

  it("a bundle of one type holds that type at its root and beside it only what it refers to", () => {
    const bundle = bundleOf(contractOf(schemasOf("unions")), "ListPart");
    expect(bundle).toMatchObject({ type: "object", properties: { type: { const: "list" } } });
    expect(Object.keys(bundle.$defs as object)).toEqual(["Part", "WordPart", "ListPart", "UnknownPart"]);
  });

  it("a bundle of a type that the version does not have is an error that names it", () => {
    expect(() => bundleOf(contractOf(schemasOf("unions")), "Nothing")).toThrow(
      new RangeError("version 1 defines no Nothing"),
    );
  });

  it("holds no format", () => {
    expect(JSON.stringify(contractOf(schemasOf("bases")).definitions.get("Uuid")?.schema)).toContain('"format"');
    expect(JSON.stringify(bundleOf(contractOf(schemasOf("bases"))))).not.toContain('"format"');
  });

  it("a bundle in draft-07 uses definitions, and keeps nothing beside a reference", () => {
    const bundle = toDraft07(bundleOf(contractOf(schemasOf("bases")), "NoteMessage"));
    expect(bundle.$schema).toBe("http://json-schema.org/draft-07/schema#");
    expect(JSON.stringify(bundle)).not.toContain("$defs");
    expect(bundle).toMatchObject({
      properties: { id: { description: "Unique per record.", allOf: [{ $ref: "#/definitions/Uuid" }] } },
    });
  });
});

describe.each(CASES)("the messages of $name", ({ name }) => {
  const contract = contractOf(schemasOf(name));
  const { valid, invalid } = instancesOf(name);
  const published = new Ajv2020(UNION_TYPES).compile(bundleOf(contract));
  const draft07 = new Ajv(UNION_TYPES).compile(toDraft07(bundleOf(contract)));
  const $defs = validatorSchemas(contract);
  const detailed = new Ajv2020(UNION_TYPES).compile({ $ref: "#/$defs/Message", $defs });

  it("accept what they should, in every form", () => {
    for (const instance of valid) {
      const verdicts = [published, draft07, detailed].map((validate) => validate(instance));
      expect({ instance, verdicts }).toEqual({ instance, verdicts: [true, true, true] });
    }
  });

  it("refuse what they should, in every form, and the detailed form names the place and the rule", () => {
    for (const { instance, pointer, keyword } of invalid) {
      const verdicts = [published, draft07, detailed].map((validate) => validate(instance));
      expect({ instance, verdicts }).toEqual({ instance, verdicts: [false, false, false] });
      const errors = (detailed.errors ?? []).map((error) => `${error.instancePath} ${error.keyword}`);
      expect(errors).toContain(`${pointer} ${keyword}`);
    }
  });
});
