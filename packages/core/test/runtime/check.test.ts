/** The checks on values that generated predicates share. */

import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { hasOnly, isInteger, isJson, isNumber, isObject, isPlainObject, isUnique } from "../../src/runtime/check.js";
import { keepLiteral } from "../../src/runtime/number-text.js";

describe("isObject", () => {
  it("tells objects from null and arrays", () => {
    expect([{}, Object.create(null), [], null, "a"].map(isObject)).toEqual([true, true, false, false, false]);
  });
});

describe("isPlainObject", () => {
  it("accepts literals, null prototypes and objects of another realm", () => {
    expect(isPlainObject({})).toBe(true);
    expect(isPlainObject(Object.create(null))).toBe(true);
    expect(isPlainObject(runInNewContext("({ a: 1 })"))).toBe(true);
  });

  it("refuses instances of classes and objects that inherit from another object", () => {
    class Message {
      type = "text";
    }
    for (const value of [new Message(), new Date(0), new Map(), Object.create({ type: "text" })]) {
      expect(isPlainObject(value)).toBe(false);
    }
  });
});

describe("numbers", () => {
  it("are integers by value, not by spelling", () => {
    expect(isInteger(JSON.parse("1.0"), 0, 9)).toBe(true);
    expect(isInteger(JSON.parse("1.5"), 0, 9)).toBe(false);
    expect(isInteger(-0, 0, 9)).toBe(true);
  });

  it("are refused outside their bounds, and when a double cannot hold them", () => {
    expect(isInteger(9007199254740992, 0, 9007199254740991)).toBe(false);
    expect(isNumber(JSON.parse("1e400"), 0, Number.MAX_VALUE)).toBe(false);
    expect(isNumber(Number.NaN, 0, 1)).toBe(false);
    expect(isNumber("1", 0, 1)).toBe(false);
    expect(isNumber(1, 0, 1)).toBe(true);
  });
});

describe("isUnique", () => {
  it("compares items as JSON, whatever the order of their keys", () => {
    expect(
      isUnique([
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toBe(false);
    expect(isUnique([{ a: 1 }, { a: 2 }, [1], ["1"], "1", 1, true, null, {}])).toBe(true);
    expect(isUnique([1, 2, 1])).toBe(false);
    expect(isUnique([0, -0])).toBe(false);
    expect(isUnique([[], []])).toBe(false);
  });
});

describe("hasOnly", () => {
  it("finds a key outside the names, `__proto__` included", () => {
    expect(hasOnly({ a: 1 }, ["a", "b"])).toBe(true);
    expect(hasOnly(JSON.parse('{"a":1,"__proto__":2}'), ["a"])).toBe(false);
  });
});

describe("isJson", () => {
  it("accepts what JSON.parse makes, and members that are undefined", () => {
    expect(isJson(JSON.parse('{"__proto__":{"a":[1,null,"x",true]}}'), 4)).toBe(true);
    expect(isJson({ a: undefined }, 1)).toBe(true);
  });

  it("refuses what JSON cannot hold, and what is nested too deep", () => {
    for (const value of [
      undefined,
      () => 1,
      1n,
      Number.NaN,
      Symbol("a"),
      new Date(0),
      [undefined],
      { a: [new Map()] },
    ]) {
      expect(isJson(value, 9)).toBe(false);
    }
    expect(isJson([[1]], 1)).toBe(false);
    expect(isJson([[1]], 2)).toBe(true);
  });

  it("accepts a number beyond all doubles where its digits are kept", () => {
    const value = [Number.POSITIVE_INFINITY];
    expect(isJson({ value }, 9)).toBe(false);
    keepLiteral(value, "0", "1e400");
    expect(isJson({ value }, 9)).toBe(true);
  });

  it("refuses a value that contains itself", () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(isJson(cycle, 256)).toBe(false);
  });
});
