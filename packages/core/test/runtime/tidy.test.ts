/** Members of objects. */

import { describe, expect, it } from "vitest";
import { memberCount, setMember, withoutNulls } from "../../src/runtime/tidy.js";

describe("withoutNulls", () => {
  it("drops nulls under the names alone, and keeps order and `__proto__`", () => {
    const value = JSON.parse('{"z":null,"a":null,"__proto__":{"x":1},"b":2}');
    const tidy = withoutNulls(value, ["a", "b"]);
    expect(JSON.stringify(tidy)).toBe('{"z":null,"__proto__":{"x":1},"b":2}');
    expect(Object.getPrototypeOf(tidy)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"z":null,"a":null,"__proto__":{"x":1},"b":2}');
  });
});

describe("setMember and memberCount", () => {
  it("treat `__proto__` as a member like any other", () => {
    const value = { a: 1 };
    setMember(value, "__proto__", { b: 2 });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"a":1,"__proto__":{"b":2}}');
    expect(memberCount(value)).toBe(2);
  });
});
