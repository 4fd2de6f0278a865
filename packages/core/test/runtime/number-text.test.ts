/** Writing numbers digit by digit. */

import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closing, jsonText, numberText, quote } from "../../src/runtime/json-text.js";
import {
  copyLiterals,
  findsLiterals,
  holdsLiterals,
  InexactNumberError,
  keepLiteral,
  literalsOf,
  stringifyExactly,
  stringifyWithDigits,
} from "../../src/runtime/number-text.js";
import { penFor } from "../../src/runtime/pen.js";
import { RawScalar } from "../../src/runtime/raw-scalar.js";

describe("stringifyJson without kept literals", () => {
  it("is JSON.stringify", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stringifyWithDigits(value)).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe("stringifyJson with kept literals", () => {
  it("writes the literal where one was kept, in objects and arrays", () => {
    const value = { id: 9007199254740992, list: [1, Number.POSITIVE_INFINITY, 3], name: "x" };
    keepLiteral(value, "id", "9007199254740993");
    keepLiteral(value.list, "1", "1e400");
    expect(stringifyWithDigits({ a: value })).toBe('{"a":{"id":9007199254740993,"list":[1,1e400,3],"name":"x"}}');
    expect(literalsOf(value)).toEqual(new Map([["id", "9007199254740993"]]));
    expect(literalsOf(value.list)).toEqual(new Map([["1", "1e400"]]));
  });

  it("writes everything else as JSON.stringify does", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stringifyWithDigits(value)).toBe(JSON.stringify(value));
      }),
    );
    const odd = JSON.parse('{"__proto__":{"a":1},"toString":"b"}');
    expect(stringifyWithDigits(odd)).toBe('{"__proto__":{"a":1},"toString":"b"}');
    expect(stringifyWithDigits({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
    expect(stringifyWithDigits("\ud800\u0007\u2028")).toBe(JSON.stringify("\ud800\u0007\u2028"));
  });

  it("refuses to write a number whose digits were not kept, without a word of the content", () => {
    const value = { secret: 9007199254740992 };
    keepLiteral(value, "secret", undefined);
    expect(() => stringifyWithDigits([value])).toThrow(InexactNumberError);
    expect(() => stringifyWithDigits([value])).toThrow(
      /^A number of this value was changed by reading it, and its digits were not kept$/,
    );
  });

  it("writes a raw number as the literal it stands for", () => {
    expect(stringifyExactly({ a: [new RawScalar("1.000000000000000000001")] })).toBe('{"a":[1.000000000000000000001]}');
  });

  it("does not take the literal of a member that has been replaced by something else", () => {
    const value: Record<string, unknown> = { id: 9007199254740992 };
    keepLiteral(value, "id", "9007199254740993");
    value.id = "text";
    expect(stringifyWithDigits(value)).toBe('{"id":"text"}');
  });
});

describe("what holds literals", () => {
  it("is found by its own numbers, and by a look into everything where others put it together", () => {
    const inner = { id: 9007199254740992 };
    keepLiteral(inner, "id", "9007199254740993");
    expect([holdsLiterals(inner), holdsLiterals([inner])]).toEqual([true, false]);
    expect([inner, [inner], { a: { b: [inner] } }, { a: 1 }, "a", null].map(findsLiterals)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("gives its literals to a copy, which loses those that may have been replaced", () => {
    const frozen = Object.freeze({ a: 9007199254740992, b: 9007199254740992 });
    keepLiteral(frozen, "a", "9007199254740993");
    keepLiteral(frozen, "b", "9007199254740991.9");
    const copy = { a: frozen.a };
    copyLiterals(frozen, copy, (key) => key === "a");
    expect(stringifyWithDigits([copy])).toBe('[{"a":9007199254740993}]');
    const changeable = { a: 9007199254740992 };
    keepLiteral(changeable, "a", "9007199254740993");
    const second = { ...changeable };
    copyLiterals(changeable, second);
    expect(() => stringifyWithDigits(second)).toThrow(InexactNumberError);
  });
});

describe("numberText and jsonText", () => {
  it("write numbers as JSON does, with the literal where one was kept", () => {
    const value = { a: 1e21, b: -0, c: 0.1 };
    keepLiteral(value, "c", "0.1000000000000000055");
    expect(numberText(value, "a", value.a, penFor(false))).toBe("1e+21");
    expect(numberText(value, "b", value.b, penFor(false))).toBe("0");
    expect(numberText(value, "c", value.c, penFor(false))).toBe("0.1000000000000000055");
    expect(jsonText(value, "c", value.c, penFor(false))).toBe("0.1000000000000000055");
    expect(jsonText({}, "a", { b: [1, "x", null] }, penFor(false))).toBe('{"b":[1,"x",null]}');
  });

  it("write null for what JSON cannot hold", () => {
    expect(numberText({}, "a", Number.NaN, penFor(false))).toBe("null");
    expect(jsonText({}, "a", undefined, penFor(false))).toBe("null");
  });
});

describe("quote", () => {
  it("writes strings of any length as JSON.stringify does", () => {
    const unit = fc.constantFrom(
      "a",
      " ",
      '"',
      "\\",
      "\n",
      "\u0000",
      "\u007f",
      "é",
      "\u2028",
      "😀",
      "\ud83d",
      "\ude00",
      "/",
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 140 }), (parts) => {
        expect(quote(parts.join(""))).toBe(JSON.stringify(parts.join("")));
      }),
      { numRuns: propertyRuns(1000) },
    );
  });
});

describe("closing", () => {
  it("ends an object with the members outside the known names, in their order", () => {
    const value = JSON.parse('{"z":1,"id":"a","__proto__":{"b":2},"a":[null]}');
    expect(closing(value, ["id"], 1, penFor(false))).toBe(',"z":1,"__proto__":{"b":2},"a":[null]}');
    expect(closing({ id: "a" }, ["id"], 1, penFor(false))).toBe("}");
    expect(closing({ id: "a", x: undefined }, ["id"], 1, penFor(false))).toBe("}");
  });
});
