/** A file that is damaged somewhere: the command finds the records that the library finds, the next whole one after each damage among them. */

import { decodeHistory, decodeMany } from "@parlance/core";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readRecords } from "../src/input/read.js";
import { CURRENT_RESULT, CURRENT_TEXT, CUT, FUTURE, NO_PARTS, V1_TEXT } from "./support/messages.js";
import { runHere } from "./support/run-here.js";

interface Counts {
  readonly records: number;
  readonly broken: readonly number[];
}

/** How many records there are, and which of them are broken, counted from 1. */
async function byCommand(input: string): Promise<Counts> {
  const { files } = JSON.parse((await runHere(["validate", "--json", "-"], { input })).stdout);
  const [{ records, invalid_records }] = files as [{ records: number; invalid_records: { record: number | null }[] }];
  return { records, broken: invalid_records.flatMap(({ record }) => record ?? []) };
}

function byLibrary(input: string): Counts {
  const { messages, issues } = decodeHistory(input);
  return { records: messages.length, broken: issues.map(({ index }) => index + 1) };
}

const pretty = (text: string): string => JSON.stringify(JSON.parse(text), null, 2);
const cutAfterFiveLines = (text: string): string => text.split("\n").slice(0, 5).join("\n");
const inArray = (text: string): string => text.replaceAll(/^/gm, "  ");

const MESSAGES = [CURRENT_TEXT, CURRENT_RESULT, CURRENT_TEXT, CURRENT_TEXT].map(pretty);
const DAMAGED = MESSAGES.map((text, index) => (index === 1 ? cutAfterFiveLines(text) : text));

it.each([
  ["a pretty-printed array with an element cut off", `[\n${DAMAGED.map(inArray).join(",\n")}\n]\n`, 4, [2]],
  ["a row of pretty-printed messages with one cut off", `${DAMAGED.join("\n")}\n`, 4, [2]],
  ["a row of pretty-printed messages, the first cut off", `${[...DAMAGED].reverse().slice(2).join("\n")}\n`, 2, [1]],
  ["an array on one line", `[${CURRENT_TEXT}, {"broken": , ${V1_TEXT}, ${CURRENT_RESULT}]\n`, 4, [2]],
  ["a message after an array of one", `[${CURRENT_TEXT}]\n${CURRENT_TEXT}\n`, 2, []],
  ["a line of a log before lines of messages", `[2026-01-01] started\n${CURRENT_TEXT}\n${CURRENT_TEXT}\n`, 3, [1]],
  ["a pretty-printed message among lines", `${CURRENT_TEXT}\n${MESSAGES[1]}\n${CURRENT_TEXT}\n`, 3, []],
] as const)("%s", async (_, input, records, broken) => {
  expect({ library: byLibrary(input), command: await byCommand(input) }).toEqual({
    library: { records, broken },
    command: { records, broken },
  });
});

/** The records that a command is given of a file that comes in pieces, and the lines on which they begin. */
async function recordsOf(content: Buffer, cuts: readonly number[]): Promise<{ texts: string[]; lines: number[] }> {
  const texts: string[] = [];
  const lines: number[] = [];
  async function* chunks(): AsyncGenerator<Buffer> {
    let from = 0;
    for (const to of [...cuts.filter((cut) => cut < content.length), content.length].sort((a, b) => a - b)) {
      yield content.subarray(from, to);
      from = to;
    }
  }
  const source = { name: "in", size: content.length, file: undefined, chunks, close: async () => {} };
  await readRecords(source, {
    begin() {},
    record(bytes, start, end, line) {
      texts.push(bytes.toString("utf8", start, end));
      lines.push(line);
    },
    oversizedPiece() {},
    oversizedEnd() {},
    gap() {},
    problem() {},
    settle: async () => {},
  });
  return { texts, lines };
}

it("any damaged file has the same records for the library and for the commands", async () => {
  const quiet = { logger: { warn: () => {} } };
  const whole = fc.constantFrom(V1_TEXT, CURRENT_TEXT, FUTURE, NO_PARTS, ...MESSAGES, inArray(MESSAGES[1] ?? ""));
  const broken = fc.constantFrom(CUT, ...DAMAGED, "[2026-01-01] started", "oops", "[", "]", "{", "}", ",", '"', "[]");
  const between = fc.constantFrom("\n", ",\n", "\n, ", "", " ", "\r\n\r\n", "]\n", "\n[");
  const pieces = fc.array(fc.tuple(fc.oneof(whole, broken), between), { maxLength: 8 });
  const file = fc
    .tuple(fc.constantFrom("", "[\n", "\ufeff"), pieces)
    .map(([head, rest]) => head + rest.flat().join(""));
  await fc.assert(
    fc.asyncProperty(file, fc.array(fc.nat(1500), { maxLength: 8 }), async (text, cuts) => {
      const { texts, lines } = await recordsOf(Buffer.from(text), cuts);
      const { messages, issues } = decodeHistory(text, quiet);
      expect(decodeMany(texts, quiet).messages).toEqual(messages);
      expect(issues.map(({ line }) => line)).toEqual(issues.map(({ index }) => lines[index]));
    }),
    { numRuns: propertyRuns(300) },
  );
});
