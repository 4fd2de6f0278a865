/** Copying values of unknown origin to JSON. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyJson } from "../../src/runtime/copy.js";
import { keepLiteral, stringifyWithDigits } from "../../src/runtime/number-text.js";

describe("copyJson", () => {
  it("copies any JSON so that the original is not touched by what is done to the copy", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = copyJson(value, 256);
        expect(copy.ok && JSON.stringify(copy.value)).toBe(JSON.stringify(value));
        expect(copy.ok && sharesNothing(value, copy.value)).toBe(true);
      }),
    );
  });

  it("leaves undefined members out and takes what getters return", () => {
    const value = {
      a: undefined,
      b: 1,
      get c() {
        return [2];
      },
    };
    expect(copyJson(value, 9)).toEqual({ ok: true, value: { b: 1, c: [2] } });
  });

  it("keeps a member named `__proto__` a member", () => {
    const copy = copyJson(JSON.parse('{"__proto__":{"admin":true}}'), 9);
    expect(copy.ok && Object.keys(copy.value as object)).toEqual(["__proto__"]);
    expect(copy.ok && Object.getPrototypeOf(copy.value)).toBe(Object.prototype);
  });

  it.each([
    ["a function", { a: [{ "b/c": () => 1 }] }, "/a/0/b~1c", "function"],
    ["a class instance", { at: new Date(0) }, "/at", "class instance"],
    ["a number that JSON cannot write", [1, Number.NaN], "/1", "NaN"],
    ["a big integer", { n: 1n }, "/n", "bigint"],
    ["a hole in an array", [undefined], "/0", "undefined"],
  ])("names the place of %s", (_, value, path, found) => {
    expect(copyJson(value, 9)).toEqual({ ok: false, path, found });
  });

  it("keeps the digits of numbers that a double cannot hold, where the value was frozen", () => {
    const value = Object.freeze({ id: 9007199254740992, huge: Number.POSITIVE_INFINITY });
    keepLiteral(value, "id", "9007199254740993");
    keepLiteral(value, "huge", "1e400");
    const copy = copyJson({ value: [value] }, 9);
    expect(copy.ok && stringifyWithDigits(copy.value)).toBe('{"value":[{"id":9007199254740993,"huge":1e400}]}');
  });

  it("refuses a value that throws when it is read, and lets nothing of what it throws through", () => {
    const fail = (): never => {
      throw new Error("secret");
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const value of [
      Object.defineProperty({}, "a", { get: fail, enumerable: true }),
      new Proxy({}, { ownKeys: fail }),
      proxy,
    ]) {
      expect(copyJson({ value }, 9)).toEqual({ ok: false, path: "", found: "a value that cannot be read" });
    }
  });

  it("refuses a value that contains itself", () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const copy = copyJson(cycle, 256);
    expect(copy).toEqual({ ok: false, path: "/self".repeat(256), found: "too deep" });
  });
});

function sharesNothing(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || a === null) return true;
  return a !== b && Object.keys(a).every((key) => sharesNothing(Reflect.get(a, key), Reflect.get(b as object, key)));
}
