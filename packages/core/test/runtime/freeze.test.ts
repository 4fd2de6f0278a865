/** Deep freezing and the limit on nesting. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freezeJson, isWithinDepth, MAX_DEPTH } from "../../src/runtime/freeze.js";

const nested = (depth: number): unknown =>
  depth === 0 ? 1 : depth % 2 === 0 ? [nested(depth - 1)] : { a: nested(depth - 1) };

describe("freezeJson", () => {
  it("leaves nothing in a value that could be changed", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(freezeJson(value, 10)).toBe(true);
        expect(isDeeplyFrozen(value)).toBe(true);
      }),
    );
  });

  it("reaches what stands under `__proto__`, and leaves prototypes alone", () => {
    const value = JSON.parse('{"__proto__":{"a":{}}}');
    expect(freezeJson(value, 10)).toBe(true);
    const inner = Object.getOwnPropertyDescriptor(value, "__proto__")?.value;
    expect(Object.isFrozen(inner) && Object.isFrozen(inner.a)).toBe(true);
    expect(Object.isFrozen(Object.prototype)).toBe(false);
  });

  it("accepts 256 levels and refuses one more", () => {
    expect(MAX_DEPTH).toBe(256);
    expect(freezeJson(nested(256), MAX_DEPTH)).toBe(true);
    expect(freezeJson(nested(257), MAX_DEPTH)).toBe(false);
  });

  it("refuses a depth of 100,000 without overflowing the stack", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(freezeJson(deep, MAX_DEPTH)).toBe(false);
    expect(isWithinDepth(deep, MAX_DEPTH)).toBe(false);
  });
});

describe("isWithinDepth", () => {
  it("gives the verdict of freezing without freezing", () => {
    expect(isWithinDepth(nested(256), MAX_DEPTH)).toBe(true);
    expect(isWithinDepth(nested(257), MAX_DEPTH)).toBe(false);
    const value = { a: [] };
    isWithinDepth(value, MAX_DEPTH);
    expect(Object.isFrozen(value)).toBe(false);
  });
});

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}
