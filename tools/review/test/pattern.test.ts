/** The portable patterns: what is read, what is refused, and why. */
import { describe, expect, it } from "vitest";
import { PatternError, parsePattern } from "../src/lint/pattern/parse.js";
import {
  anchorsCoverNewline,
  findsNewline,
  hasNestedQuantifier,
  hasOverlappingAlternatives,
  lengthOf,
} from "../src/lint/pattern/tree.js";

describe("parsePattern", () => {
  it.each([
    "^[0-9A-Fa-f]{8}$",
    "a+b*c?d{2}e{2,}f{2,3}",
    "(ab|cd)(?:e|f)",
    "[^a-z\\]\\-_]",
    "[-a]",
    "[a-]",
    "\\.\\/\\\\\\n\\r\\t",
    "\u0000",
    "",
  ])("reads %j", (pattern) => {
    expect(() => parsePattern(pattern)).not.toThrow();
    expect(() => new RegExp(pattern, "u")).not.toThrow();
  });

  it.each([
    ["\\d", "the escape `\\d`"],
    ["[\\w]", "the escape `\\w`"],
    ["\\bx", "the escape `\\b`"],
    ["\\u0041", "the escape `\\u`"],
    ["\\p{L}", "the escape `\\p`"],
    ["(a)\\1", "the escape `\\1`"],
    ["\\-", "the escape `\\-`"],
    ["a.b", "`.`, which engines read differently at line breaks; write a class"],
    ["(?=a)", "look-around, a named group or a flag"],
    ["(?<n>a)", "look-around, a named group or a flag"],
    ["(?i)a", "look-around, a named group or a flag"],
    ["a+?", "a lazy or possessive quantifier"],
    ["a++", "a lazy or possessive quantifier"],
    ["a{2}{3}", "a quantifier after a quantifier"],
    ["^*", "a quantifier after an anchor"],
    ["*a", "a quantifier with nothing before it"],
    ["a{,3}", "a brace that is not `{n}`, `{n,}` or `{n,m}`"],
    ["a{3,2}", "a count whose bounds are swapped"],
    ["a{1001}", "a count over 1000, which RE2 refuses"],
    ["a}", "a bare `}`; put a backslash before it"],
    ["(a", "a group that is not closed"],
    ["a)", "a closing parenthesis without an opening one"],
    ["[a", "a class that is not closed"],
    ["[]", "an empty class"],
    ["[z-a]", "a class range whose ends are swapped"],
    ["[[:alpha:]]", "a bare `[` in a class, which Java and Ruby read as a class inside"],
    ["[a&&b]", "a doubled sign in a class, a set operation in Java, Ruby and Python"],
    ["[a-c-e]", "a bare `-` inside a class"],
    ["\u00e9", "a character that is not ASCII, at 0"],
  ])("refuses %j: %s", (pattern, message) => {
    expect(() => parsePattern(pattern)).toThrow(new PatternError(message));
  });
});

describe("what is known of a pattern", () => {
  it("is its length", () => {
    expect(lengthOf(parsePattern("^[0-9]{4}-(0[1-9]|1[0-2])Z$"))).toStrictEqual({ min: 8, max: 8 });
    expect(lengthOf(parsePattern("a?(bb|c)*"))).toStrictEqual({ min: 0, max: Number.POSITIVE_INFINITY });
  });

  it.each([
    ["(a+)+", true],
    ["([a-z]{1,3})*", true],
    ["(a{3})*", false],
    ["(a+)?", false],
    ["a+b+", false],
  ])("is whether %j repeats a repetition", (pattern, nested) => {
    expect(hasNestedQuantifier(parsePattern(pattern))).toBe(nested);
  });

  it.each([
    ["(0[1-9]|1[0-2])", false],
    ["(0[1-9]|0[0-2])", true],
    ["([a-c]|[c-d])", true],
    ["(a?b|b)", true],
    ["([^a]|[^b])", true],
    ["(|a?)", true],
    ["(^|[/])", false],
  ])("is whether %j has alternatives that begin alike", (pattern, overlapping) => {
    expect(hasOverlappingAlternatives(parsePattern(pattern))).toBe(overlapping);
  });

  it.each([
    ["\n", true],
    ["[^a-z]", true],
    ["[a-z]", false],
    ["x\\n", false],
    ["x|\\n", true],
    ["\\n+", true],
    ["\\n*", false],
  ])("is whether %j is found in each text with a line break", (pattern, found) => {
    expect(findsNewline(parsePattern(pattern))).toBe(found);
  });

  it.each([
    ["(^|[/\\n])\\.\\.([/\\n]|$)", true],
    ["(^|[/])\\.\\.([/\\n]|$)", false],
    ["^a$", false],
    ["a", true],
  ])("is whether the anchors of %j count line breaks among the edges", (pattern, covered) => {
    expect(anchorsCoverNewline(parsePattern(pattern))).toBe(covered);
  });
});
