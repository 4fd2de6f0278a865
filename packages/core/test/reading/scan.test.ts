/** The scanner takes what JSON.parse takes, and finds the same values in the same places. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExactly } from "../../src/reading/exact.js";
import { scanJson } from "../../src/reading/scan.js";
import { slicesAt } from "../../src/reading/spans.js";
import { stringifyExactly } from "../../src/runtime/number-text.js";
import { RawScalar } from "../../src/runtime/raw-scalar.js";
import { check } from "../messages.js";

const json = fc.json({ maxDepth: 5 });
const spaced = fc
  .tuple(json, fc.constantFrom(0, 1, "\t", " \r\n"))
  .map(([text, space]) => JSON.stringify(JSON.parse(text), null, space));
const soup = fc
  .array(
    fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      '"a"',
      "\\",
      "1",
      "-",
      "0",
      ".",
      "e",
      "+",
      "true",
      "nul",
      "null",
      " ",
      "\n",
      "\u0001",
      "\\u00",
      "é",
      "\ufeff",
    ),
    { maxLength: 12 },
  )
  .map((tokens) => tokens.join(""));
const damaged = fc
  .tuple(spaced, fc.nat(), fc.constantFrom("", ",", '"', "]", "}", "\\", "\n", "0", "-", "x", "\u0000", ":"))
  .map(
    ([text, place, other]) =>
      `${text.slice(0, place % (text.length + 1))}${other}${text.slice((place % (text.length + 1)) + 1)}`,
  );

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("the scanner", () => {
  it("takes every text that JSON.parse takes, and no other", () => {
    check(
      fc.oneof(spaced, soup, damaged),
      (text) => {
        expect(scanJson(text, {}) === undefined).toBe(isJson(text));
      },
      5000,
    );
  });

  it("names a place inside the text", () => {
    check(
      fc.oneof(soup, damaged),
      (text) => {
        const fault = scanJson(text, {});
        if (fault === undefined) return;
        expect(fault.offset).toBeGreaterThanOrEqual(0);
        expect(fault.offset).toBeLessThanOrEqual(text.length);
        // What comes before the fault can be the beginning of JSON: the fault is not found too late.
        const before = scanJson(text.slice(0, fault.offset), {});
        expect(
          before === undefined || before.offset === fault.offset || before.rule === "the text ends too early",
        ).toBe(true);
      },
      2000,
    );
  });
});

describe("slices of a text", () => {
  function valuesOf(value: unknown, at: string): [string, unknown][] {
    if (typeof value !== "object" || value === null) return [[at, value]];
    const step = (key: string): string => `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [[at, value], ...Object.entries(value).flatMap(([key, member]) => valuesOf(member, step(key)))];
  }

  it("hold the values at their pointers", () => {
    check(spaced, (text) => {
      const values = valuesOf(JSON.parse(text), "");
      const slices = slicesAt(text, new Set(values.map(([pointer]) => pointer)));
      for (const [pointer, value] of values) expect(JSON.parse(slices.get(pointer) ?? "")).toEqual(value);
    });
  });

  it("are missing where there is nothing", () => {
    expect(slicesAt('{"a":[1]}', new Set(["/b", "/a/1", "/a/0/x"])).size).toBe(0);
  });
});

/** The exact reading of a text. */
function exactly(text: string): unknown {
  return parseExactly(text);
}

describe("exact reading", () => {
  it("is not needed where every number is exact", () => {
    expect(exactly('{"a":[1,0.5,1e3]}')).toBeUndefined();
  });

  it("keeps the literal and the double of a number that is not", () => {
    const tree = exactly('{"a":[1,9007199254740993],"__proto__":{"b":1e400}}') as { a: unknown[] };
    expect(Object.keys(tree)).toEqual(["a", "__proto__"]);
    const [one, big] = tree.a;
    expect(one).toBe(1);
    expect(big).toBeInstanceOf(RawScalar);
    expect([String(big), Number(big)]).toEqual(["9007199254740993", 9007199254740992]);
  });

  it("reads all else as JSON.parse does", () => {
    check(spaced, (text) => {
      const tree = exactly(`[${text},1e400]`) as unknown[];
      expect(tree[0]).toEqual(JSON.parse(text));
    });
  });

  it("takes nothing in a string for a number, and no string for what stands for one", () => {
    const strings = ["0:0", "0:1", "1:0", "2:", ":", "00:0", " 9007199254740993,", '\\",9007199254740993,"\\', "1e400"];
    expect(exactly(JSON.stringify(strings))).toBeUndefined();
    const tree = exactly(`[9007199254740993,${JSON.stringify(strings).slice(1, -1)},1e400]`) as unknown[];
    expect(tree.slice(1, -1)).toEqual(strings);
    expect([String(tree[0]), String(tree.at(-1))]).toEqual(["9007199254740993", "1e400"]);
  });

  it("takes the last of several members of one name, as JSON.parse does", () => {
    expect(exactly('{"a":9007199254740993,"a":1}')).toEqual({ a: 1 });
    expect(String((exactly('{"a":1,"a":9007199254740993}') as { a: unknown }).a)).toBe("9007199254740993");
  });

  it("writes every text back as it was", () => {
    const unit = fc.constantFrom(...'0123456789:,[]{} \\"e-.', "\u00e9", "\ud83d\ude00");
    const string = fc.string({ unit, maxLength: 24 }).map((value) => JSON.stringify(value));
    const number = fc.oneof(
      fc.constantFrom("9007199254740993", "-1e400", "0.10000000000000001", "1e-400", "12345678901234567890.5"),
      fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }).map((value) => JSON.stringify(value)),
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
    );
    const { json } = fc.letrec<{ json: string }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        string,
        number,
        fc.array(tie("json"), { maxLength: 5 }).map((items) => `[${items.join(",")}]`),
        fc
          .uniqueArray(fc.tuple(string, tie("json")), { maxLength: 5, selector: ([key]) => key })
          .map((members) => `{${members.map(([key, value]) => `"k${key.slice(1)}:${value}`).join(",")}}`),
      ),
    }));
    check(
      json,
      (inner) => {
        const text = `[${inner}]`;
        expect(stringifyExactly(exactly(text) ?? JSON.parse(text))).toBe(text);
      },
      3000,
    );
  });
});
