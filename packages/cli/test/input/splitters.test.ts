/** Records come out the same however a file is cut into chunks, and records and gaps together are the file. */
import { propertyRuns, seedProperties } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineSplitter } from "../../src/input/lines.js";
import type { RecordSink, Splitter } from "../../src/input/sink.js";
import { ValueSplitter } from "../../src/input/values.js";

seedProperties("records of any bytes");

interface Heard {
  /** The records, each with its line. */
  readonly records: readonly (readonly [line: number, text: string])[];
  /** Everything that was handed out, in order. */
  readonly all: string;
}

/** Feeds a splitter chunk by chunk, and overwrites each chunk afterwards as a reader does. */
function hear(make: (sink: RecordSink) => Splitter, content: Buffer, cuts: readonly number[]): Heard {
  const records: [number, string][] = [];
  let all = "";
  const splitter = make({
    record(bytes, start, end, line) {
      records.push([line, bytes.toString("latin1", start, end)]);
      all += bytes.toString("latin1", start, end);
    },
    gap(bytes, start, end) {
      all += bytes.toString("latin1", start, end);
    },
    oversizedPiece() {},
    oversizedEnd() {},
    problem() {},
    settle: async () => {},
  });
  const places = [...cuts.filter((cut) => cut < content.length)].sort((a, b) => a - b);
  let from = 0;
  for (const to of [...places, content.length]) {
    const chunk = Buffer.from(content.subarray(from, to));
    splitter.push(chunk);
    chunk.fill(0x3f);
    from = to;
  }
  splitter.finish();
  return { records, all };
}

const LAYOUTS: readonly (readonly [string, (sink: RecordSink) => Splitter])[] = [
  ["lines", (sink) => new LineSplitter(sink)],
  ["array", (sink) => new ValueSplitter(sink, "array")],
  ["values", (sink) => new ValueSplitter(sink, "values")],
];

/** Pieces that matter to a splitter, in any order. */
const pieces = fc
  .array(
    fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      '"',
      "\\",
      ",",
      ":",
      "\n",
      "\r\n",
      " ",
      "\t",
      "1",
      "ab",
      '{"a":1}',
      '["]"]',
      "é",
      "\0",
    ),
    { maxLength: 40 },
  )
  .map((parts) => Buffer.from(parts.join("")));
const cuts = fc.array(fc.nat(60), { maxLength: 10 });

describe.each(LAYOUTS)("%s", (_, make) => {
  it("gives the same records for any cuts", () => {
    fc.assert(
      fc.property(pieces, cuts, (content, places) => {
        expect(hear(make, content, places)).toEqual(hear(make, content, []));
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  it("hands out every byte once, in order", () => {
    fc.assert(
      fc.property(pieces, cuts, (content, places) => {
        expect(hear(make, content, places).all).toBe(content.toString("latin1"));
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});

it("an array gives its elements, whatever they hold", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), fc.constantFrom(0, 2), cuts, (values, indent, places) => {
      const content = Buffer.from(JSON.stringify(values, null, indent));
      const { records } = hear((sink) => new ValueSplitter(sink, "array"), content, places);
      const read = records.map(([, text]) => JSON.parse(Buffer.from(text, "latin1").toString()));
      expect(read).toEqual(JSON.parse(JSON.stringify(values)));
    }),
  );
});

it("each record has the line that it begins on", () => {
  const content = Buffer.from('[\n{"a":\n1},\n\n"x" ,\n{oops\n}\n]');
  expect(hear((sink) => new ValueSplitter(sink, "array"), content, []).records).toEqual([
    [2, '{"a":\n1}'],
    [5, '"x"'],
    [6, "{oops\n}"],
  ]);
  expect(hear((sink) => new LineSplitter(sink), Buffer.from("a\n\n \r\nb\r\nc"), []).records).toEqual([
    [1, "a"],
    [4, "b"],
    [5, "c"],
  ]);
});
