/** Lines come out the same however a stream is cut into chunks, whatever they hold. */

import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { expect, it } from "vitest";
import { LineSplitter } from "../../src/input/lines.js";

/** Feeds a splitter chunk by chunk, and overwrites each chunk afterwards as a reader does. */
function linesOf(content: Buffer, cuts: readonly number[]): readonly (readonly [line: number, text: string])[] {
  const lines: [number, string][] = [];
  const splitter = new LineSplitter({
    record: (bytes, start, end, line) => lines.push([line, bytes.toString("latin1", start, end)]),
    oversizedPiece() {},
    oversizedEnd() {},
  });
  let from = 0;
  for (const to of [...cuts.filter((cut) => cut < content.length), content.length].sort((a, b) => a - b)) {
    const chunk = Buffer.from(content.subarray(from, to));
    splitter.push(chunk);
    chunk.fill(0x3f);
    from = to;
  }
  splitter.finish();
  return lines;
}

it("are numbered from 1, blank ones too, and have no line break", () => {
  expect(linesOf(Buffer.from("a\n\n \r\n{\r\nc"), [])).toEqual([
    [1, "a"],
    [2, ""],
    [3, " "],
    [4, "{"],
    [5, "c"],
  ]);
});

it("are the same for any cuts", () => {
  const pieces = fc.array(fc.constantFrom("{", '"', "\n", "\r\n", "\r", " ", "é", "\0"), { maxLength: 40 });
  fc.assert(
    fc.property(pieces, fc.array(fc.nat(60), { maxLength: 10 }), (parts, cuts) => {
      const text = parts.join("");
      const lines = text.replace(/\n$/, "").split("\n");
      const expected = text === "" ? [] : lines.map((line) => line.replace(/\r$/, ""));
      const found = linesOf(Buffer.from(text), cuts);
      expect(found.map(([, line]) => Buffer.from(line, "latin1").toString())).toEqual(expected);
      expect(found.map(([number]) => number)).toEqual(expected.map((_, index) => index + 1));
    }),
    { numRuns: propertyRuns(2000) },
  );
});
