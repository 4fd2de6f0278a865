/** Excerpts and lines about values, as they are shown in logs and debuggers. */

import { describe, expect, it } from "vitest";
import { countedCharacters, countedNoun, describer, excerpt, type Fact } from "../../src/shared/describe.js";

describe("an excerpt", () => {
  it("is at most as many code points as asked for, 80 by default", () => {
    expect(excerpt("abc", 3)).toBe("abc");
    expect(excerpt("abcd", 3)).toBe("abc…");
    expect(excerpt("\ud83d\ude00\ud83d\ude00\ud83d\ude00", 2)).toBe("\ud83d\ude00\ud83d\ude00…");
    expect(excerpt("x".repeat(81))).toBe(`${"x".repeat(80)}…`);
    expect(excerpt("x".repeat(80))).toBe("x".repeat(80));
  });

  it("is nothing but the sign for what is left out when nothing was asked for", () => {
    expect([excerpt("abc", 0), excerpt("abc", -1), excerpt("abc", Number.NaN), excerpt("", 0)]).toEqual([
      "…",
      "…",
      "…",
      "",
    ]);
  });

  it.each([
    ["line breaks", "a\nb\r\nc", "a\\nb\\r\\nc"],
    ["tabs", "a\tb", "a\\tb"],
    ["escape sequences of a terminal", "\u001b[31mred", "\\u{1b}[31mred"],
    ["NUL and DEL", "\u0000\u007f", "\\u{0}\\u{7f}"],
    ["C1 controls", "\u009b", "\\u{9b}"],
    ["changes of direction", "a\u202eb\u2066c", "a\\u{202e}b\\u{2066}c"],
    ["what takes no room", "a\u200bb\ufeffc", "a\\u{200b}b\\u{feff}c"],
    ["line and paragraph separators", "a\u2028b\u2029", "a\\u{2028}b\\u{2029}"],
    ["halves of surrogate pairs", "a\ud800b\udfffc", "a\\u{d800}b\\u{dfff}c"],
  ])("shows %s as escapes", (_, text, shown) => {
    expect(excerpt(text)).toBe(shown);
  });

  it("leaves ordinary text of any language as it is", () => {
    expect(excerpt('žluťoučký 日本語 \ud83d\ude00 "quoted" \\back')).toBe(
      'žluťoučký 日本語 \ud83d\ude00 "quoted" \\back',
    );
  });
});

describe("a line about a value", () => {
  it("calls for the content only when asked to show it", () => {
    const describeThing = describer(
      "Thing",
      (facts: readonly Fact[]) => facts,
      () => {
        throw new Error("asked for");
      },
    );
    expect(describeThing(["a", "b"])).toBe("Thing(a, b)");
    expect(describeThing(["a"], { max: 5 })).toBe("Thing(a)");
    expect(() => describeThing(["a"], { content: true })).toThrow("asked for");
  });

  it("shows as much of the content as asked for, where there is any, and leaves out what does not hold", () => {
    const describeText = describer(
      (text: string | undefined) => (text === undefined ? "Nothing" : "Text"),
      (text) => [text !== undefined && "a", undefined, "b"],
      (text) => text,
    );
    expect(describeText("xyz", { content: true, max: 2 })).toBe('Text(a, b): "xy…"');
    expect(describeText(undefined, { content: true })).toBe("Nothing(b)");
  });

  it("counts in words", () => {
    expect([countedNoun(0, "part"), countedNoun(1, "part"), countedNoun(2, "part")]).toEqual([
      "0 parts",
      "1 part",
      "2 parts",
    ]);
    expect([countedCharacters(""), countedCharacters("\ud83d\ude00"), countedCharacters("\ud800x")]).toEqual([
      "0 characters",
      "1 character",
      "2 characters",
    ]);
  });
});
