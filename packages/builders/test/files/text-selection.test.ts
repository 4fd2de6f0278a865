/** Text selections: factories, computed values, and the way to the Language Server Protocol and back. */

import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type LspRange, TextSelection } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";
import { samplesOf } from "../samples.js";

const CURSOR = TextSelection.cursor(3, 7);
const WORD = TextSelection.singleLine(3, 7, 12, "hello");
const LINES = TextSelection.multiLine(3, 7, 5, 2, "hello\nall\nx");

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const untyped = TextSelection as unknown as Record<
  "cursor" | "singleLine" | "multiLine" | "fromLspRange",
  (...given: unknown[]) => TextSelection
>;

describe("a text selection", () => {
  it("is a cursor, a part of one line, or several lines", () => {
    expect(CURSOR).toEqual({ start_line: 3, start_column: 7, end_line: 3, end_column: 7, text: "" });
    expect(WORD).toEqual({ start_line: 3, start_column: 7, end_line: 3, end_column: 12, text: "hello" });
    expect(LINES).toEqual({ start_line: 3, start_column: 7, end_line: 5, end_column: 2, text: "hello\nall\nx" });
  });

  it("is immutable plain data of the contract, which survives JSON and structured cloning", () => {
    expect(isDeeplyFrozen(LINES)).toBe(true);
    expect(structuredClone(LINES)).toEqual(LINES);
    expect(TextSelection.decode(TextSelection.encode(LINES))).toEqual(LINES);
    expect(TextSelection.equals(LINES, TextSelection.multiLine(3, 7, 5, 2, "hello\nall\nx"))).toBe(true);
    expect(TextSelection.is(LINES)).toBe(true);
  });

  it("is empty for a cursor and for nothing else", () => {
    expect([CURSOR, WORD, LINES].map(TextSelection.isEmpty)).toEqual([true, false, false]);
  });

  it("is of a single line or of several", () => {
    expect([CURSOR, WORD, LINES].map(TextSelection.isSingleLine)).toEqual([true, true, false]);
    expect([CURSOR, WORD, LINES].map(TextSelection.isMultiLine)).toEqual([false, false, true]);
  });

  it("counts its lines, the first and the last included", () => {
    expect([CURSOR, WORD, LINES].map(TextSelection.lineCount)).toEqual([1, 1, 3]);
  });

  it("counts a stored selection that runs backwards by the lines it touches", () => {
    const backwards = TextSelection.parse({ start_line: 9, start_column: 9, end_line: 1, end_column: 1, text: "x" });
    expect(TextSelection.lineCount(backwards)).toBe(9);
    expect(TextSelection.isMultiLine(backwards)).toBe(true);
  });

  it("counts its characters in UTF-16 code units, as its columns are counted", () => {
    expect([CURSOR, WORD, LINES].map(TextSelection.characterCount)).toEqual([0, 5, 11]);
    expect(TextSelection.characterCount(TextSelection.singleLine(1, 1, 3, "👍"))).toBe(2);
  });

  it("prints its range in the form of each kind", () => {
    expect([CURSOR, WORD, LINES].map(TextSelection.toRangeString)).toEqual(["L3:C7", "L3:C7-C12", "L3:C7 - L5:C2"]);
  });

  it("describes itself without its text, and with an excerpt of it when asked", () => {
    expect([CURSOR, WORD, LINES].map((one) => TextSelection.describe(one))).toEqual([
      "Cursor(L3:C7)",
      "Selection(L3:C7-C12, 5 characters)",
      "Selection(L3:C7 - L5:C2, 11 characters)",
    ]);
    expect(TextSelection.describe(LINES, { content: true, max: 7 })).toBe(
      'Selection(L3:C7 - L5:C2, 11 characters): "hello\\na…"',
    );
  });
});

describe("selections that are refused", () => {
  it("a selection that ends before it starts is refused", () => {
    expect(issuesOf(() => TextSelection.singleLine(1, 5, 4, "x"))).toEqual([
      {
        code: "end_before_start",
        path: "/end_column",
        keyword: "",
        expected: "a column not before the start",
        found: "a column before it",
      },
    ]);
    expect(placesOf(() => TextSelection.multiLine(5, 1, 4, 9, "x"))).toEqual(["/end_line: end_before_start"]);
  });

  it("a selection that is a place and yet has text is refused", () => {
    expect(placesOf(() => TextSelection.singleLine(1, 5, 5, "x"))).toEqual(["/text: cursor_with_text"]);
  });

  it("a selection of one line whose text has a line break is refused", () => {
    expect(placesOf(() => TextSelection.singleLine(1, 1, 4, "a\nb"))).toEqual(["/text: line_break"]);
    expect(placesOf(() => TextSelection.singleLine(1, 1, 4, "a\rb"))).toEqual(["/text: line_break"]);
  });

  it("a selection that is made for several lines and has one is refused", () => {
    expect(placesOf(() => TextSelection.multiLine(2, 1, 2, 4, "abc"))).toEqual(["/end_line: single_line"]);
  });

  it("a selection is refused with every problem at once, by place", () => {
    expect(placesOf(() => TextSelection.singleLine(0, 1.5, -1, "a\nb"))).toEqual([
      "/end_column: end_before_start",
      "/text: line_break",
      "/start_line: too_small",
      "/start_column: wrong_type",
      "/end_line: too_small",
    ]);
  });

  it("what JavaScript passes in place of a selection is refused without being run or shown", () => {
    const hostile = { valueOf: () => expect.fail("was asked for its number"), [SECRET]: SECRET };
    expect(placesOf(() => untyped.cursor(hostile, "7"))).toEqual([
      "/start_line: not_json_value",
      "/end_line: not_json_value",
      "/start_column: wrong_type",
      "/end_column: wrong_type",
    ]);
    expectNoSecret(errorOf(() => untyped.singleLine(1, 1, 2, { [SECRET]: SECRET })));
    expectNoSecret(errorOf(() => TextSelection.singleLine(1, 1, 1, SECRET)));
  });
});

describe("a range of the Language Server Protocol", () => {
  const RANGE: LspRange = { start: { line: 2, character: 6 }, end: { line: 4, character: 1 } };

  it("has the same place counted from 0", () => {
    expect(TextSelection.toLspRange(LINES)).toEqual(RANGE);
    expect(TextSelection.fromLspRange(RANGE, "hello\nall\nx")).toEqual(LINES);
    expect(TextSelection.fromLspRange({ start: RANGE.start, end: RANGE.start }, "")).toEqual(CURSOR);
  });

  it("runs forwards also where a stored selection runs backwards, and comes back as one that does", () => {
    const backwards = TextSelection.parse({
      start_line: 5,
      start_column: 2,
      end_line: 3,
      end_column: 7,
      text: "a\n\nb",
    });
    const range = TextSelection.toLspRange(backwards);
    expect(range).toEqual({ start: { line: 2, character: 6 }, end: { line: 4, character: 1 } });
    expect(TextSelection.toRangeString(TextSelection.fromLspRange(range, backwards.text))).toBe("L3:C7 - L5:C2");
    const inLine = TextSelection.parse({ start_line: 3, start_column: 9, end_line: 3, end_column: 7, text: "ab" });
    expect(TextSelection.toLspRange(inLine)).toEqual({
      start: { line: 2, character: 6 },
      end: { line: 2, character: 8 },
    });
  });

  it("is the same after the way there and back, whatever the selection", () => {
    const place = fc.record({ line: fc.nat(), character: fc.nat() });
    fc.assert(
      fc.property(place, place, (start, end) => {
        const range = isOrdered(start, end) ? { start, end } : { start: end, end: start };
        expect(TextSelection.toLspRange(TextSelection.fromLspRange(range, ""))).toEqual(range);
      }),
    );
  });

  it("is refused by place when it is not a range", () => {
    expect(issuesOf(() => untyped.fromLspRange({ start: { line: -1, character: 0.5 } }, ""))).toEqual([
      position("/range/start/line", "another number"),
      position("/range/start/character", "another number"),
      position("/range/end/line", "undefined"),
      position("/range/end/character", "undefined"),
    ]);
    expect(placesOf(() => untyped.fromLspRange(null, ""))).toHaveLength(4);
    expect(placesOf(() => TextSelection.fromLspRange({ start: RANGE.end, end: RANGE.start }, ""))).toEqual([
      "/end_line: end_before_start",
    ]);
    expect(
      placesOf(() => TextSelection.fromLspRange({ start: RANGE.start, end: { line: 2, character: 9 } }, "a\nb")),
    ).toEqual(["/text: line_break"]);
  });

  it("is refused where its numbers plus one are no longer exact", () => {
    const place = { line: Number.MAX_SAFE_INTEGER, character: 0 };
    expect(placesOf(() => TextSelection.fromLspRange({ start: place, end: place }, ""))).toEqual([
      "/range/start/line: no_position",
      "/range/end/line: no_position",
    ]);
  });
});

function position(path: string, found: string) {
  return { code: "no_position", path, keyword: "", expected: "a whole number from 0", found };
}

function isOrdered(a: { line: number; character: number }, b: { line: number; character: number }): boolean {
  return a.line < b.line || (a.line === b.line && a.character <= b.character);
}

describe("any stored selection", () => {
  it("is one of the two kinds, counts at least one line and tells nothing of its text", () => {
    fc.assert(
      fc.property(samplesOf(TextSelection), (selection) => {
        expect(TextSelection.isSingleLine(selection)).toBe(!TextSelection.isMultiLine(selection));
        expect(TextSelection.lineCount(selection)).toBeGreaterThanOrEqual(1);
        expect(TextSelection.describe(selection)).toMatch(
          /^(Cursor\(L\d+:C\d+\)|Selection\(L\d+:C\d+(-C\d+| - L\d+:C\d+), \d+ characters?\))$/,
        );
      }),
    );
  });
});

it("is typed as readonly data of the contract", () => {
  expectTypeOf(TextSelection.cursor).returns.toEqualTypeOf<TextSelection>();
  expectTypeOf<TextSelection>().toHaveProperty("start_line").toEqualTypeOf<number>();
  // @ts-expect-error a selection cannot be changed
  expect(() => (WORD.text = "other")).toThrow(TypeError);
});
