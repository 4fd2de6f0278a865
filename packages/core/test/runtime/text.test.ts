/** Lengths in code points and the shape of UUIDs. */

import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePointLength, isStringOf, isUuidText, lowerAscii } from "../../src/runtime/text.js";

const UUID = "0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11";

describe("codePointLength", () => {
  it("counts a surrogate pair once and a lone surrogate once", () => {
    expect(codePointLength("a😀b")).toBe(3);
    expect(codePointLength("\ud83d")).toBe(1);
    expect(codePointLength("\ude00\ud83d")).toBe(2);
    expect(codePointLength("\ud83d\ud83d\ude00\ude00")).toBe(3);
  });

  it("agrees with the iteration over any string", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "\ud83d", "\ude00", "😀", "é")), (parts) => {
        expect(codePointLength(parts.join(""))).toBe([...parts.join("")].length);
      }),
    );
  });
});

describe("isStringOf", () => {
  it("measures in code points, not in the units of JavaScript", () => {
    expect(isStringOf("😀😀😀😀", 4, 4)).toBe(true);
    expect(isStringOf("😀😀😀", 4, 4)).toBe(false);
    expect(isStringOf("😀😀😀😀😀", 4, 4)).toBe(false);
    expect(isStringOf("abcd", 4, 4)).toBe(true);
    expect(isStringOf("abcde", 4, 4)).toBe(false);
  });

  it("accepts the empty string only where the minimum is zero", () => {
    expect(isStringOf("", 0, 10)).toBe(true);
    expect(isStringOf("", 1, 10)).toBe(false);
  });

  it("gives the verdict of a full count for every combination of bounds", () => {
    const text = fc.array(fc.constantFrom("a", "😀", "\ud83d")).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.nat(12), fc.nat(12), (value, min, max) => {
        const length = [...value].length;
        expect(isStringOf(value, min, max)).toBe(length >= min && length <= max);
      }),
    );
  });

  it("refuses what is not a string", () => {
    for (const value of [undefined, null, 1, true, ["a"], { length: 1 }]) expect(isStringOf(value, 0, 9)).toBe(false);
  });
});

describe("isUuidText", () => {
  it("accepts hexadecimal digits in either case", () => {
    expect(isUuidText(UUID)).toBe(true);
    expect(isUuidText(UUID.toUpperCase())).toBe(true);
  });

  it.each([
    ["a character too many", `${UUID}0`],
    ["a character too few", UUID.slice(1)],
    ["no hyphens", UUID.replaceAll("-", "0")],
    ["a hyphen out of place", "0b6f5b0-e6a0e-4c0c-9a52-3f1d0a9c7e11"],
    ["a letter after f", UUID.replace("b", "g")],
    ["a character beyond ASCII", UUID.replace("b", "ｂ")],
    ["a line break at the end", `${UUID.slice(0, 35)}\n`],
    ["braces", `{${UUID.slice(2)}}`],
  ])("refuses %s", (_, text) => {
    expect(isUuidText(text)).toBe(false);
  });

  it("agrees with the regular expression on texts with one character changed", () => {
    const pattern = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/u;
    fc.assert(
      fc.property(fc.nat(35), fc.integer({ min: 0, max: 255 }), (at, code) => {
        const text = UUID.slice(0, at) + String.fromCharCode(code) + UUID.slice(at + 1);
        expect(isUuidText(text)).toBe(pattern.test(text));
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});

describe("lowerAscii", () => {
  it("has no case for the letters A to Z, and leaves all others alone", () => {
    expect(lowerAscii("PLANner-1")).toBe("planner-1");
    expect(lowerAscii("\u212aIND \u0130\u017f\u00c9\ud83d")).toBe("\u212aind \u0130\u017f\u00c9\ud83d");
  });
});
