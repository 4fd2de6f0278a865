/** What generated predicates accept, beyond what the differential tests against ajv compare. */

import { describe, expect, it } from "vitest";
import { emitData } from "./emitted.js";

const OBJECT = { type: "object", additionalProperties: true };
const SHORT = { type: "string", maxLength: 4 };
const MAP = { type: "object", additionalProperties: SHORT, propertyNames: { maxLength: 9 }, maxProperties: 2 };

describe("a predicate of the wire form", () => {
  it("takes null for absent in an optional property, and refuses it in a required one", async () => {
    const { predicates } = await emitData({ ...OBJECT, required: ["a"], properties: { a: SHORT, b: SHORT } });
    expect(predicates.isData?.({ a: "x", b: null })).toBe(true);
    expect(predicates.isData?.({ a: null, b: "x" })).toBe(false);
    expect(predicates.isData?.({ b: "x" })).toBe(false);
  });

  it("takes null for a value where the property says so, required or not", async () => {
    const nullable = { type: ["string", "null"], maxLength: 4 };
    const { predicates } = await emitData({ ...OBJECT, required: ["a"], properties: { a: nullable, b: nullable } });
    expect(predicates.isData?.({ a: null, b: null })).toBe(true);
    expect(predicates.isData?.({ b: null })).toBe(false);
  });

  it("asks for presence of a required property that may be anything, null included", async () => {
    const { predicates } = await emitData({ ...OBJECT, required: ["a"], properties: { a: { "x-user-data": true } } });
    expect(predicates.isData?.({ a: null })).toBe(true);
    expect(predicates.isData?.({})).toBe(false);
  });

  it("is not fooled by names that every object inherits", async () => {
    const { predicates } = await emitData(MAP);
    const { isData } = predicates;
    expect(isData?.(JSON.parse('{"__proto__":"x","toString":"y"}'))).toBe(true);
    expect(isData?.(JSON.parse('{"__proto__":"too long"}'))).toBe(false);
    expect(isData?.(JSON.parse('{"__proto__":{}}'))).toBe(false);
    expect(isData?.(JSON.parse('{"__proto__":"x","toString":"y","constructor":"z"}'))).toBe(false);
  });

  it("finds `__proto__` among the keys of a closed object", async () => {
    const { predicates } = await emitData({ type: "object", additionalProperties: false, properties: { a: SHORT } });
    expect(predicates.isData?.(JSON.parse('{"a":"x"}'))).toBe(true);
    expect(predicates.isData?.(JSON.parse('{"a":"x","__proto__":1}'))).toBe(false);
  });

  it("measures texts in code points", async () => {
    const { predicates } = await emitData({ type: "string", minLength: 3, maxLength: 4 });
    const lengths = ["ab", "abc", "abcde", "😀😀", "😀😀😀", "😀😀😀😀", "😀😀😀😀😀", "\ud83d\ud83d\ud83d"];
    expect(lengths.map((text) => predicates.isData?.(text))).toEqual([
      false,
      true,
      false,
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  it("reads a pattern with the u flag, like every other engine of the profile", async () => {
    const { predicates } = await emitData({ type: "string", maxLength: 9, pattern: "^[^a]$" });
    expect(predicates.isData?.("😀")).toBe(true);
    expect(predicates.isData?.("a")).toBe(false);
  });

  it("looks for one of many values in a set", async () => {
    const values = Array.from({ length: 20 }, (_, index) => `value_${index}`);
    const { predicates } = await emitData({ type: "string", enum: values });
    expect(predicates.isData?.("value_19")).toBe(true);
    expect(predicates.isData?.("value_20")).toBe(false);
  });

  it("names its variables so that no property gets in their way", async () => {
    const names = ["value", "arguments", "at", "class", "a-b", "a_b", "a_b_", "1st", "key", "item", "default", "of"];
    const properties = Object.fromEntries(names.map((name) => [name, SHORT]));
    const { predicates } = await emitData({ ...OBJECT, required: names, properties });
    const valid = Object.fromEntries(names.map((name) => [name, "x"]));
    expect(predicates.isData?.(valid)).toBe(true);
    for (const name of names) expect(predicates.isData?.({ ...valid, [name]: 1 })).toBe(false);
  });

  it("does not collide with definitions that have the names of its helpers", async () => {
    const { predicates } = await emitData(
      { ...OBJECT, properties: { a: { $ref: "#/$defs/Object" }, b: { $ref: "#/$defs/StringOf" } } },
      { Object: { ...OBJECT, properties: {} }, StringOf: SHORT },
    );
    expect(predicates.isData?.({ a: {}, b: "x" })).toBe(true);
    expect(predicates.isData?.({ a: [], b: "x" })).toBe(false);
    expect(predicates.isStringOf?.("too long")).toBe(false);
  });
});

describe("a predicate of the decoded form", () => {
  const data = {
    ...OBJECT,
    required: ["slot"],
    properties: {
      slot: { ...OBJECT, "x-user-data": true },
      note: SHORT,
      mode: { type: "string", enum: ["auto", "ocr"], default: "auto" },
      parts: { type: "array", maxItems: 9, items: { $ref: "#/$defs/Part" } },
    },
  };
  const tagged = (tag: unknown): object => ({ ...OBJECT, required: ["type"], properties: { type: tag } });
  const $defs = {
    Part: { oneOf: [{ $ref: "#/$defs/TextPart" }, { $ref: "#/$defs/UnknownPart" }] },
    TextPart: tagged({ const: "text" }),
    UnknownPart: tagged({ type: "string", maxLength: 256, "x-open-tag": true }),
  };

  it("requires what has a default and refuses null", async () => {
    const { decoded } = await emitData(data, $defs);
    expect(decoded.isData?.({ slot: {}, mode: "ocr" })).toBe(true);
    expect(decoded.isData?.({ slot: {} })).toBe(false);
    expect(decoded.isData?.({ slot: {}, mode: "ocr", note: null })).toBe(false);
    expect(decoded.isData?.({ slot: {}, mode: "ocr", note: undefined })).toBe(true);
  });

  it("wants unknown values wrapped", async () => {
    const { decoded } = await emitData(data, $defs);
    const wrapped = { type: "unknown", reason: "unknown_part", original: { type: "video" } };
    expect(decoded.isPart?.(wrapped)).toBe(true);
    expect(decoded.isUnknownPart?.(wrapped)).toBe(true);
    expect(decoded.isPart?.({ type: "video" })).toBe(false);
    expect(decoded.isData?.({ slot: {}, mode: "ocr", parts: [{ type: "text" }, wrapped] })).toBe(true);
  });

  it("refuses class instances, inherited members and user data that is not JSON", async () => {
    const { decoded } = await emitData(data, $defs);
    class Data {
      slot = {};
      mode = "ocr";
    }
    expect(decoded.isData?.(new Data())).toBe(false);
    expect(decoded.isData?.(Object.create({ slot: {}, mode: "ocr" }))).toBe(false);
    for (const value of [() => 1, Number.NaN, new Date(0), 1n]) {
      expect(decoded.isData?.({ slot: { value }, mode: "ocr" })).toBe(false);
    }
  });
});
