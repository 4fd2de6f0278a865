/** Splitting a history into records: the form is found by looking, damage stays local, cuts between chunks change nothing. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RecordSplitter, type SplitRecord } from "../../src/history/record-splitter.js";
import type { Chunk } from "../../src/records/chunk.js";
import { check } from "../messages.js";

function split(chunks: readonly Chunk[], limit?: number): SplitRecord[] {
  const splitter = new RecordSplitter(limit);
  return [...chunks.flatMap((chunk) => [...splitter.push(chunk)]), ...splitter.end()];
}

/** Texts of the records and the lines at which they start. */
function records(text: string): [string, number][] {
  return split([text]).map(({ content, line }) => [content as string, line]);
}

describe("lines", () => {
  it.each([
    [
      '{"a":1}\n{"b":2}\n',
      [
        ['{"a":1}', 1],
        ['{"b":2}', 2],
      ],
    ],
    [
      '{"a":1}\r\n{"b":2}',
      [
        ['{"a":1}', 1],
        ['{"b":2}', 2],
      ],
    ],
    [
      '\n \n{"a":1}\n\t\n\n{"b":2}\n\n',
      [
        ['{"a":1}', 3],
        ['{"b":2}', 6],
      ],
    ],
    [
      '\ufeff{"a":1}\n{"b":2}',
      [
        ['{"a":1}', 1],
        ['{"b":2}', 2],
      ],
    ],
    ['{"a":"x', [['{"a":"x', 1]]],
    [
      '{"a":"x\n{"b":2}\n{"c":3}',
      [
        ['{"a":"x', 1],
        ['{"b":2}', 2],
        ['{"c":3}', 3],
      ],
    ],
    [
      '{"a":1\n{"b":2}\n{"c":3}',
      [
        ['{"a":1', 1],
        ['{"b":2}', 2],
        ['{"c":3}', 3],
      ],
    ],
    [
      '{"a":[\n{"b":2}\n{"c":3}',
      [
        ['{"a":[', 1],
        ['{"b":2}', 2],
        ['{"c":3}', 3],
      ],
    ],
    [
      '{"a":[\n{"b":2}',
      [
        ['{"a":[', 1],
        ['{"b":2}', 2],
      ],
    ],
    [
      '{"a":1}{"b":2}\n{"c":3}',
      [
        ['{"a":1}{"b":2}', 1],
        ['{"c":3}', 2],
      ],
    ],
    [
      '{"a":1}\n"x"\n[1]\nnull\nxyz\n',
      [
        ['{"a":1}', 1],
        ['"x"', 2],
        ["[1]", 3],
        ["null", 4],
        ["xyz", 5],
      ],
    ],
    [
      'oops\n{"a":1}',
      [
        ["oops", 1],
        ['{"a":1}', 2],
      ],
    ],
    [
      '"a":1}\n{"b":2}',
      [
        ['"a":1}', 1],
        ['{"b":2}', 2],
      ],
    ],
  ])("%j", (text, expected) => {
    expect(records(text)).toEqual(expected);
  });
});

describe("an array", () => {
  it.each([
    ["[]", []],
    [" [ ] ", []],
    [
      '[{"a":1},{"b":[2,{"c":"],["}]}]',
      [
        ['{"a":1}', 1],
        ['{"b":[2,{"c":"],["}]}', 1],
      ],
    ],
    ['\ufeff[{"a":1}]', [['{"a":1}', 1]]],
    [
      '[\n  {\n    "a": 1\n  },\n  {"b": 2}\n]\n',
      [
        ['{\n    "a": 1\n  }', 2],
        ['{"b": 2}', 5],
      ],
    ],
    [
      '[1, "a,b]", null,true]',
      [
        ["1", 1],
        ['"a,b]"', 1],
        ["null", 1],
        ["true", 1],
      ],
    ],
    [
      '["\\"]", "\\\\", 1]',
      [
        ['"\\"]"', 1],
        ['"\\\\"', 1],
        ["1", 1],
      ],
    ],
    [
      '[{"a":1},{"b":"cut o',
      [
        ['{"a":1}', 1],
        ['{"b":"cut o', 1],
      ],
    ],
    [
      '[{"a":1},{"b":2}',
      [
        ['{"a":1}', 1],
        ['{"b":2}', 1],
      ],
    ],
    ['[{"a":1},', [['{"a":1}', 1]]],
    [
      '[{"a":1},,{"b":2},]',
      [
        ['{"a":1}', 1],
        ['{"b":2}', 1],
      ],
    ],
    [
      '[\n{"a":1},\n{"b":"cut\n{"c":3},\n{"d":4}\n]',
      [
        ['{"a":1}', 2],
        ['{"b":"cut', 3],
        ['{"c":3}', 4],
        ['{"d":4}', 5],
      ],
    ],
    [
      '[\n{"a":1}\n{"b":2}\n]',
      [
        ['{"a":1}', 2],
        ['{"b":2}', 3],
      ],
    ],
    [
      '[\n  {"a":[1,\n  {"b":2},\n  {"c":3}\n]',
      [
        ['{"a":[1', 2],
        ['{"b":2}', 3],
        ['{"c":3}', 4],
      ],
    ],
    [
      '[\n  {"a":{"b":1}},\n  {"c":{"d":2},\n  {"e":3}\n]',
      [
        ['{"a":{"b":1}}', 2],
        ['{"c":{"d":2}', 3],
        ['{"e":3}', 4],
      ],
    ],
    [
      '[\n  {"a":1},\n  {"b":\n]',
      [
        ['{"a":1}', 2],
        ['{"b":', 3],
      ],
    ],
    [
      '[{"a":1}]\n[{"b":2}]',
      [
        ['{"a":1}', 1],
        ['{"b":2}', 2],
      ],
    ],
    [
      '[{"a":1}] trailing',
      [
        ['{"a":1}', 1],
        ["trailing", 1],
      ],
    ],
    [
      '[2026-11-21] started\n{"a":1}\n{"b":2}',
      [
        ["[2026-11-21] started", 1],
        ['{"a":1}', 2],
        ['{"b":2}', 3],
      ],
    ],
  ])("%j", (text, expected) => {
    expect(records(text)).toEqual(expected);
  });
});

describe("values over many lines", () => {
  it.each([
    ['{\n  "a": 1\n}', [['{\n  "a": 1\n}', 1]]],
    [
      '{\n  "a": 1\n}\n{\n  "b": 2\n}\n',
      [
        ['{\n  "a": 1\n}', 1],
        ['{\n  "b": 2\n}', 4],
      ],
    ],
    [
      '{\n "a": 1\n} {"b":2}\n{"c":3}',
      [
        ['{\n "a": 1\n}', 1],
        ['{"b":2}', 3],
        ['{"c":3}', 4],
      ],
    ],
    [
      '{\n "a": 1\n}\njunk here\n{"b":2}',
      [
        ['{\n "a": 1\n}', 1],
        ["junk here", 4],
        ['{"b":2}', 5],
      ],
    ],
    [
      '{\n "a": 1\n}\n{\n "b": "cut\n}\n{\n "c": 3\n}',
      [
        ['{\n "a": 1\n}', 1],
        ['{\n "b": "cut\n}', 4],
        ['{\n "c": 3\n}', 7],
      ],
    ],
    ['{\n "a": {\n  "b": 1\n', [['{\n "a": {\n  "b": 1', 1]]],
  ])("%j", (text, expected) => {
    expect(records(text)).toEqual(expected);
  });
});

describe("nothing", () => {
  it.each([[""], [" \n\t\r\n"], ["\ufeff"], ["\ufeff\n"]])("is in %j", (text) => {
    expect(records(text)).toEqual([]);
  });
});

describe("the limit", () => {
  it("skips what is longer and goes on after it, in every form", () => {
    const long = `{"a":"${"x".repeat(50)}"}`;
    for (const text of [
      `{"b":1}\n${long}\n{"c":2}\n`,
      `[{"b":1},${long},{"c":2}]`,
      `{\n"b":1\n}\n${long}\n{"c":2}`,
      `${long}\n{"c":2}`,
    ]) {
      const found = split([text], 20);
      expect(found.filter(({ oversized }) => oversized).map(({ content }) => content)).toEqual([""]);
      expect(found.at(-1)).toMatchObject({ content: '{"c":2}', oversized: false });
    }
  });
});

describe("chunks", () => {
  const line = fc.oneof(
    fc.json({ maxDepth: 2 }),
    fc.constantFrom(
      '{"a":1}',
      '{"a":"\\"}',
      '{"a":[1,',
      '{"b":"cut',
      "]",
      "[",
      "{",
      "}",
      ",",
      "",
      " ",
      "é€😀",
      '"\\\\"',
      "\ufeff",
      "1 2",
    ),
  );
  const separator = fc.constantFrom("\n", "\r\n", ",\n", ",", "\n\n", "\n  ");
  const text = fc
    .tuple(
      fc.constantFrom("", "[", "[\n", "\ufeff", "\ufeff[\n  ", "{\n"),
      fc.array(fc.tuple(line, separator), { maxLength: 8 }),
      fc.constantFrom("", "]", "\n]\n"),
    )
    .map(([head, lines, tail]) => head + lines.map(([one, end]) => one + end).join("") + tail);
  const cuts = fc.array(fc.nat(200), { maxLength: 12 });

  function cut<T extends Chunk>(whole: T, places: readonly number[]): T[] {
    const ends = [...new Set([0, ...places.map((place) => Math.min(place, whole.length)), whole.length])].sort(
      (a, b) => a - b,
    );
    return ends.slice(1).map((end, index) => whole.slice(ends[index], end) as T);
  }

  function texts(found: readonly SplitRecord[]): unknown[] {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    return found.map(({ content, line: at, oversized }) => [
      typeof content === "string" ? content : decoder.decode(content),
      at,
      oversized,
    ]);
  }

  it("chunks of text, cut anywhere, give the records of the whole", () => {
    check(
      fc.tuple(text, cuts),
      ([whole, places]) => {
        expect(split(cut(whole, places))).toEqual(split([whole]));
      },
      2000,
    );
  });

  it("chunks of bytes, cut anywhere, give the records of the whole, which are those of the text", () => {
    check(
      fc.tuple(text, cuts),
      ([whole, places]) => {
        const bytes = new TextEncoder().encode(whole);
        expect(texts(split(cut(bytes, places)))).toEqual(texts(split([bytes])));
        expect(texts(split([bytes]))).toEqual(texts(split([whole])));
      },
      2000,
    );
  });

  it("chunks cut anywhere give the same records under a limit", () => {
    check(
      fc.tuple(text, cuts, fc.nat(30)),
      ([whole, places, limit]) => {
        expect(split(cut(whole, places), limit)).toEqual(split([whole], limit));
      },
      2000,
    );
  });

  it("lose nothing but white space, commas and the outermost brackets", () => {
    const bare = (content: string): string => content.replace(/[\s,[\]\ufeff]/g, "");
    check(
      text,
      (whole) => {
        expect(
          bare(
            split([whole])
              .map(({ content }) => content)
              .join(""),
          ),
        ).toBe(bare(whole));
      },
      2000,
    );
  });

  it("may be given in memory that is used again", () => {
    const memory = new Uint8Array(4);
    const splitter = new RecordSplitter();
    const found: SplitRecord[] = [];
    for (const piece of cut(new TextEncoder().encode('{"a":12345678}\n{"b":1}\n'), [3, 7, 11, 15, 19])) {
      memory.set(piece);
      found.push(
        ...splitter
          .push(memory.subarray(0, piece.length))
          .map((record) => ({ ...record, content: record.content.slice() })),
      );
    }
    expect(texts(found)).toEqual([
      ['{"a":12345678}', 1, false],
      ['{"b":1}', 2, false],
    ]);
  });

  it("are all text or all bytes", () => {
    const splitter = new RecordSplitter();
    splitter.push("{");
    expect(() => splitter.push(new Uint8Array(1))).toThrow("text and bytes in one input");
    expect(() => new RecordSplitter().push(5 as never)).toThrow("a chunk is neither text nor bytes");
  });
});
