/** The reader of records: whatever is damaged, what comes out is the whole history, and the next whole record is found. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Chunk, joinChunks } from "../../src/records/chunk.js";
import { RecordScanner } from "../../src/records/record-scanner.js";
import { check } from "../messages.js";

interface Scanned {
  /** Each record with the line that it begins on and its offset, in units after a byte order mark. */
  readonly records: readonly { readonly line: number; readonly offset: number; readonly text: string }[];
  readonly oversized: readonly { readonly line: number; readonly offset: number; readonly text: string }[];
  /** Layouts and problems, in their order. */
  readonly about: readonly string[];
  /** Everything that was handed out, one after the other. */
  readonly whole: string;
}

/** Bytes as text of one unit for each. */
function textOf(chunk: Chunk, start: number, end: number): string {
  return typeof chunk === "string"
    ? chunk.slice(start, end)
    : Buffer.from(chunk.subarray(start, end)).toString("latin1");
}

/** Feeds the reader piece by piece, and overwrites each piece of bytes afterwards as a reader of files does. */
function scan(pieces: readonly Chunk[], limit?: number): Scanned {
  const records: { line: number; offset: number; text: string }[] = [];
  const oversized: { line: number; offset: number; text: string }[] = [];
  const about: string[] = [];
  let whole = "";
  let long = "";
  const scanner = new RecordScanner<Chunk>(
    {
      begin: (layout) => about.push(layout),
      record(chunk, start, end, line) {
        const text = textOf(chunk, start, end);
        records.push({ line, offset: whole.length, text });
        whole += text;
      },
      oversizedPiece(chunk, start, end) {
        long += textOf(chunk, start, end);
      },
      oversizedEnd(line) {
        oversized.push({ line, offset: whole.length, text: long });
        whole += long;
        long = "";
      },
      gap(chunk, start, end) {
        whole += textOf(chunk, start, end);
      },
      problem: (problem, line) => about.push(`${line}: ${problem}`),
    },
    joinChunks,
    limit,
  );
  for (const piece of pieces) {
    const given = piece.slice();
    scanner.push(given);
    if (typeof given === "object") given.fill(0x3f);
  }
  scanner.end();
  return { records, oversized, about, whole };
}

function cut<T extends Chunk>(whole: T, places: readonly number[]): T[] {
  const ends = [...new Set([0, ...places, whole.length])].filter((end) => end <= whole.length).sort((a, b) => a - b);
  return ends.slice(1).map((end, index) => whole.slice(ends[index], end) as T);
}

const MESSAGES = [
  { a: 1 },
  { type: "text", parts: [{ type: "text", text: "Hello" }], meta: {} },
  { type: "[", text: 'a "quoted" } ] , { text\n{', nested: [[1, 2], [{ b: [] }]] },
  { é: "€😀\\", n: null, list: [true, "]", -1.5e3] },
].map((message) => JSON.stringify(message));

/** How records may be laid out so that each begins on a line of its own. */
const LAYOUTS: readonly ((texts: readonly string[]) => string)[] = [
  (texts) => `${texts.join("\n")}\n`,
  (texts) => texts.join("\r\n\r\n"),
  (texts) => `[\n${texts.join(",\n")}\n]\n`,
  (texts) => `[\n  ${texts.join(",\n  ")}\n]`,
  (texts) => `[${texts.join(",\n")}]`,
  (texts) => `[\n\t${texts.join("\n\t, ")}\n]\n`,
];

function pretty(text: string, step: string, base: string): string {
  return JSON.stringify(JSON.parse(text), null, step).replaceAll("\n", `\n${base}`);
}

/** A text of a message, compact or over several lines, none or all of them. */
const layout = fc.constantFrom(...LAYOUTS);
const style = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => pretty(text, "  ", ""),
  (text) => pretty(text, "\t", "  "),
);
const messages = fc.array(fc.constantFrom(...MESSAGES), { minLength: 1, maxLength: 6 });
const cuts = fc.array(fc.nat(400), { maxLength: 12 });

/** Arrays on one line, of which any stretch was lost. */
const onOneLine = fc
  .tuple(messages, fc.constantFrom("", "\n"), fc.nat(), fc.nat(40))
  .map(([texts, end, at, length]) => {
    const whole = `[${texts.join(", ")}]${end}`;
    const from = at % whole.length;
    return Buffer.from(whole.slice(0, from) + whole.slice(from + length)).toString();
  });

/** Histories of which one record is damaged, and those that are whole. */
const damaged = fc
  .tuple(messages, layout, style, fc.nat(5), fc.nat(1000), fc.constantFrom("", "oops", '{"x":', "}", '"'))
  .map(([texts, lay, styled, at, thousandths, splice]) => {
    const styledTexts = texts.map(styled);
    const index = at % texts.length;
    const record = styledTexts[index] ?? "";
    const length = 1 + Math.floor(((record.length - 2) * thousandths) / 1000);
    const head = record.slice(0, length).replace(/[\ud800-\udbff]$/, "") + splice;
    const input = lay(styledTexts.map((text, other) => (other === index ? head : text)));
    return { input, whole: styledTexts.filter((_, other) => other !== index) };
  });

const mixed = fc
  .array(
    fc.oneof(
      fc.constantFrom(...MESSAGES, pretty(MESSAGES[1] ?? "", "  ", "")),
      fc.constantFrom("{", "}", "[", "]", '"', "\\", ",", ":", "\n", "\r\n", " ", "\t", "1", "ab", "\ufeff", "é", "\0"),
      fc.constantFrom('{"a":[1,', '{"b":"cut', '{"a":1}', '["]"]', "[2026] started", "[1] [2]", "oops\n"),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(""));

const input = fc.oneof(
  mixed,
  damaged.map(({ input: text }) => text),
  onOneLine,
  fc.tuple(damaged, damaged).map(([one, other]) => one.input + other.input),
);

describe("a damaged history", () => {
  it("gives every whole record that begins on a line of its own", () => {
    check(
      damaged,
      ({ input: text, whole }) => {
        const { records } = scan([text]);
        const found = records.map((record) => record.text);
        for (const record of whole) {
          expect(found).toContain(record);
          found.splice(0, found.indexOf(record) + 1);
        }
      },
      4000,
    );
  });

  it("gives the same records, offsets and problems in pieces of any size, of text or of bytes", () => {
    check(
      fc.tuple(input, cuts),
      ([text, places]) => {
        const bytes = new TextEncoder().encode(text);
        expect(scan(cut(text, places))).toEqual(scan([text]));
        expect(scan(cut(bytes, places))).toEqual(scan([bytes]));
        expect(scan([...bytes].map((byte) => new Uint8Array([byte])))).toEqual(scan([bytes]));
        const decoded = (latin1: string): string => Buffer.from(latin1, "latin1").toString();
        expect(scan([bytes]).records.map(({ line, text: one }) => [line, decoded(one)])).toEqual(
          scan([text]).records.map(({ line, text: one }) => [line, one]),
        );
        expect(scan([bytes]).about).toEqual(scan([text]).about);
      },
      2000,
    );
  });

  it("gives every unit once and in order, a byte order mark apart", () => {
    check(
      fc.tuple(input, cuts, fc.option(fc.nat(60), { nil: undefined })),
      ([text, places, limit]) => {
        const { whole, records, oversized } = scan(cut(text, places), limit);
        const content = text.replace(/^\ufeff/, "");
        expect(whole).toBe(content);
        for (const { offset, text: record, line } of [...records, ...oversized]) {
          expect(content.slice(offset, offset + record.length)).toBe(record);
          expect(content.slice(0, offset).split("\n").length).toBe(line);
        }
        for (const { text: record } of records) expect(record.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "")).toBe(record);
      },
      2000,
    );
  });

  it("gives the same in pieces of any size where records are over the limit", () => {
    check(
      fc.tuple(input, cuts, fc.nat(60)),
      ([text, places, limit]) => {
        expect(scan(cut(text, places), limit)).toEqual(scan([text], limit));
      },
      2000,
    );
  });
});

describe("an array on one line with a damaged element", () => {
  const inArray = ([text]: readonly string[]): unknown => {
    const { records, about } = scan([text as string]);
    return [records.map(({ line, text: record }) => [line, record]), about];
  };

  it.each([
    ['[{"a":1}, {"b": , {"c":3}, {"d":4}]', [1, '{"b":'], [1, '{"c":3}'], [1, '{"d":4}']],
    ['[{"a":1},{"b":"cut,{"c":3},{"d":4}]\n', [1, '{"b":"cut'], [1, '{"c":3}'], [1, '{"d":4}']],
    ['[{"a":1},{"b":[{"x":1} {"c":3}\n ,{"d":4}\n ]', [1, '{"b":[{"x":1}'], [1, '{"c":3}'], [2, '{"d":4}']],
  ])("gives the whole ones after it: %s", (text, ...records) => {
    expect(inArray([text])).toEqual([[[1, '{"a":1}'], ...records], ["array"]]);
  });

  /** Behind a quote that was lost, text and what is quoted in it change places. */
  const HOLDER = '{"e":[{"n":"\\"}"},{"n":"}"}]}';
  it.each([['{b":1}'], ['{"b:1}'], ['{"b":t"}'], ['{"b":"t}'], ['{"b":{"c":1,d":2}}']])(
    "takes nothing that a message holds for a message where a quote was lost: %s",
    (damaged) => {
      expect(inArray([`[${damaged},${HOLDER}]`])).toEqual([
        [
          [1, damaged],
          [1, HOLDER],
        ],
        ["array"],
      ]);
    },
  );

  it.each([
    ["may have lost its end", '[{"a":1},{"b":[{"c":3},{"d":4}]', '{"b":[{"c":3},{"d":4}]'],
    ["may be followed by what it holds", '[{"a":1},{"b":{"c":3},{"d":4}', '{"b":{"c":3},{"d":4}'],
  ])("keeps its line together where it %s", (_, text, record) => {
    expect(inArray([text])).toEqual([
      [
        [1, '{"a":1}'],
        [1, record],
      ],
      ["array", "1: array_not_closed"],
    ]);
  });
});

describe("what is known of a history as a whole", () => {
  it.each([
    ["lines", '{"a":1}\n{"b":2}\n', ["ndjson"]],
    ["an array", '[{"a":1},{"b":2}]', ["array"]],
    ["values over several lines", '{\n"a":1\n}\n{"b":2}', ["values"]],
    ["nothing", " \n", []],
    ["an array of other values", '["a",\n1]', ["array"]],
    ["a line of a log", '[12:00:01] started\n{"a":1}', ["ndjson"]],
    ["a first line that was cut off", '{"a":1,\n{"b":2}', ["ndjson"]],
    ["a first value that was cut off on its second line", '{\n"a":1,\n{"b":2}', ["values"]],
    ["a comma after the last element", '[{"a":1},\n]', ["array", "2: extra_comma"]],
    ["a comma before the first element", '[,{"a":1}]', ["array", "1: extra_comma"]],
    ["two commas", '[{"a":1},,{"b":1}]', ["array", "1: extra_comma"]],
    ["no comma between elements", '[{"a":1}\n{"b":1}]', ["array", "2: missing_comma"]],
    ["no comma after an element that was cut off", '[{"a":"x\n{"b":1}]', ["array"]],
    ["an array that is not closed", '[\n{"a":1},\n', ["array", "3: array_not_closed"]],
    ["a message after an array", '[{"a":1}]\n{"b":1}', ["array", "2: outside_array", "ndjson"]],
    ["an array after an array", '[{"a":1}]\n\n[{"b":1}]', ["array", "3: outside_array", "array"]],
  ])("%s", (_, text, about) => {
    expect(scan([text]).about).toEqual(about);
  });
});

it("damage is read again no more often than a file is long", () => {
  const { records } = scan([`${'{"a":[\n'.repeat(20_000)}{"b":1}\n`]);
  expect(records.length).toBe(20_001);
  expect(scan([`[${'{"a":[\n'.repeat(20_000)}`]).records.length).toBe(20_000);
  expect(scan([`[{"a":,${Array(20_000).fill('{"b":"\\\\"}').join()}]`]).records.length).toBe(20_001);
});
