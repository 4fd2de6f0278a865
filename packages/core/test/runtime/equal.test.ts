/** Equality of JSON values. */

import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equalExtras, equalJson, equalPlainJson } from "../../src/runtime/equal.js";
import { keepLiteral } from "../../src/runtime/number-text.js";

const json = fc.jsonValue({ maxDepth: 4 });
const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("equalPlainJson", () => {
  it("ignores the order of keys, undefined members and the sign of zero", () => {
    expect(equalPlainJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
    expect(equalPlainJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
    expect(equalPlainJson({ a: 1 }, { a: 1, b: undefined })).toBe(true);
    expect(equalPlainJson({ a: 0 }, { a: -0 })).toBe(true);
  });

  it("tells null, absent, empty and types apart", () => {
    const values = [null, 0, "", false, [], {}, { a: null }, [null], "0", [[]], { a: {} }];
    for (const a of values) {
      for (const b of values) expect(equalPlainJson(a, b)).toBe(a === b);
    }
  });

  it("does not take an inherited member for an own one", () => {
    expect(equalPlainJson(JSON.parse('{"__proto__":{}}'), {})).toBe(false);
    expect(equalPlainJson({}, JSON.parse('{"__proto__":{}}'))).toBe(false);
    expect(equalPlainJson(JSON.parse('{"__proto__":{}}'), { a: {} })).toBe(false);
    expect(equalPlainJson(JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}'))).toBe(true);
    expect(equalPlainJson(JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":2}}'))).toBe(false);
    expect(equalPlainJson({ toString: "a" }, { constructor: "a" })).toBe(false);
  });

  it("is reflexive on copies, symmetric, and agrees with the canonical text", () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(equalPlainJson(a, copyOf(a))).toBe(true);
        expect(equalPlainJson(a, b)).toBe(equalPlainJson(b, a));
        expect(equalPlainJson(a, b)).toBe(canonical(a) === canonical(b));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it("is transitive", () => {
    const few = fc.jsonValue({ maxDepth: 1 });
    fc.assert(
      fc.property(few, few, few, (a, b, c) => {
        if (equalPlainJson(a, b) && equalPlainJson(b, c)) expect(equalPlainJson(a, c)).toBe(true);
      }),
    );
  });

  it("sees doubles, and by equalJson the digits of numbers that a double cannot hold", () => {
    const a = Object.freeze({ id: 9007199254740992 });
    const b = Object.freeze({ id: 9007199254740992 });
    const same = Object.freeze({ id: 9007199254740992 });
    keepLiteral(a, "id", "9007199254740993");
    keepLiteral(same, "id", "9007199254740993");
    expect(equalJson({ value: a }, { value: same })).toBe(true);
    expect(equalJson({ value: a }, { value: b })).toBe(false);
    expect(equalPlainJson({ value: a }, { value: b })).toBe(true);
  });

  it("compares values nested as deep as a record may be", () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    expect(equalPlainJson(nested(256), nested(256))).toBe(true);
    expect(equalPlainJson(nested(256), nested(255))).toBe(false);
  });
});

describe("equalExtras", () => {
  it("compares what is outside the known names alone", () => {
    expect(equalExtras({ a: 1, x: 1 }, { a: 2, x: 1 }, ["a"], 1)).toBe(true);
    expect(equalExtras({ a: 1, x: 1 }, { a: 1, x: 2 }, ["a"], 1)).toBe(false);
    expect(equalExtras({ a: 1 }, { a: 1, x: 2 }, ["a"], 1)).toBe(false);
    expect(equalExtras({ a: 1 }, JSON.parse('{"a":1,"__proto__":{}}'), ["a"], 1)).toBe(false);
  });
});

/** The text of a value with sorted keys: an equality of its own kind, to compare with. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "0" : JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(",")}}`;
}
