/** What is read off regular expressions without running them. */

import { describe, expect, it } from "vitest";
import { admitsOnlyPlain, excludesEscapes, isUuidPattern } from "../src/emit/predicates/patterns.js";

describe("isUuidPattern", () => {
  it("knows the pattern with its ranges in any order, written out or grouped", () => {
    const spelled = "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$";
    expect(isUuidPattern(spelled)).toBe(true);
    expect(isUuidPattern(spelled.replaceAll("0-9A-Fa-f", "a-fA-F0-9"))).toBe(true);
    expect(isUuidPattern("^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")).toBe(true);
  });

  it.each([
    ["one case only", "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"],
    ["a range twice", "^[0-9a-fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$"],
    ["a fixed version", "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$"],
    ["no end", "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}"],
  ])("does not take %s for it", (_, pattern) => {
    expect(isUuidPattern(pattern)).toBe(false);
  });
});

describe("excludesEscapes", () => {
  it.each(["^[0-9a-f]{64}$", "^[0-9]{4}-(0[1-9]|1[0-2])\\.[0-9]{3}Z$", "^(a|b_[a-z]+)*$", "^[!\\-\\]]$"])(
    "holds for %s",
    (pattern) => {
      expect(excludesEscapes(pattern)).toBe(true);
    },
  );

  it.each([
    "[0-9]",
    "^[0-9]",
    "^a$|b",
    "^.$",
    "^[^a]$",
    "^[ -~]*é$",
    '^["]$',
    "^\\\\$",
    "^[\\\\a]$",
    "^[\\n]$",
    "^\\w$",
    "^\\n$",
  ])("does not hold for %s", (pattern) => {
    expect(excludesEscapes(pattern)).toBe(false);
  });
});

describe("admitsOnlyPlain", () => {
  it("holds for a negated class of characters that need no escape", () => {
    expect(admitsOnlyPlain("[^A-Za-z0-9+/=]")).toBe(true);
    expect(admitsOnlyPlain("[^0-9]")).toBe(true);
    expect(admitsOnlyPlain('[^a"]')).toBe(false);
    expect(admitsOnlyPlain("[^a\\\\]")).toBe(false);
    expect(admitsOnlyPlain("[0-9]")).toBe(false);
    expect(admitsOnlyPlain("^[^0-9]$")).toBe(false);
    expect(admitsOnlyPlain("[^a][^b]")).toBe(false);
  });
});
