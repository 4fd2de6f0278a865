/** Whatever a history holds and however it is laid out: what comes out and what is rejected are together what went in. */
import { CURRENT_VERSION } from "@parlance/core";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { expect, it } from "vitest";
import { MigrationSink } from "../src/commands/migration-sink.js";
import { readRecords } from "../src/input/read.js";
import type { InputSource } from "../src/input/source.js";
import { BlockWriter } from "../src/output/block-writer.js";
import { RejectsWriter } from "../src/output/rejects.js";
import { Rewriter } from "../src/output/rewriter.js";
import type { Target } from "../src/output/target.js";
import { MigrationSummary } from "../src/report/migration-summary.js";
import { CURRENT_RESULT, CURRENT_TEXT, CUT, FUTURE, NO_PARTS, V1_TEXT, V1_TEXT_UPGRADED } from "./support/messages.js";

interface Migrated {
  readonly output: Buffer;
  /** The exact bytes of each rejected record. */
  readonly rejected: readonly Buffer[];
}

/** A destination in memory. */
function memory(): Target & { readonly content: () => Buffer } {
  const blocks: Buffer[] = [];
  const nothing = async (): Promise<void> => {};
  const write = async (bytes: Uint8Array): Promise<void> => {
    blocks.push(Buffer.from(bytes));
  };
  const content = (): Buffer => Buffer.concat(blocks);
  return {
    name: "m",
    place: "m",
    old: undefined,
    write,
    keepOld: nothing,
    save: nothing,
    confirm: () => {},
    show: () => {},
    close: nothing,
    content,
  };
}

/** Hands out `content` in pieces that are overwritten afterwards, as a reader does. */
function sourceOf(content: Buffer, cuts: readonly number[]): InputSource {
  const places = [...cuts.map((cut) => Math.floor(cut * content.length)), content.length].sort((a, b) => a - b);
  async function* chunks(): AsyncGenerator<Buffer> {
    let from = 0;
    for (const to of places) {
      const chunk = Buffer.from(content.subarray(from, to));
      yield chunk;
      chunk.fill(0x3f);
      from = to;
    }
  }
  return { name: "in", size: content.length, file: undefined, chunks, close: async () => {} };
}

async function migrate(content: Buffer, cuts: readonly number[], rejecting: boolean): Promise<Migrated> {
  const [output, kept] = [memory(), memory()];
  const blocks = new BlockWriter((bytes) => output.write(bytes));
  const rejects = rejecting ? new RejectsWriter(kept) : undefined;
  const rewriter = new Rewriter(blocks, rejecting);
  const summary = new MigrationSummary(CURRENT_VERSION);
  const sink = new MigrationSink({ name: "in", blocks, rewriter, rejects, summary, options: { to: CURRENT_VERSION } });
  await readRecords(sourceOf(content, cuts), sink);
  rewriter.end();
  await blocks.end();
  await rejects?.end();
  const lines = kept.content().toString().split("\n").slice(0, -1);
  const rejected = lines.map((line) => {
    const { raw, raw_base64 } = JSON.parse(line);
    return raw === undefined ? Buffer.from(raw_base64, "base64") : Buffer.from(raw);
  });
  return { output: output.content(), rejected };
}

/** What a record is, and what must come out for it; undefined where it must be rejected. */
type Case = readonly [text: string, migrated: string | undefined];

const INTACT: readonly Case[] = [
  [V1_TEXT, V1_TEXT_UPGRADED],
  [CURRENT_TEXT, CURRENT_TEXT],
  [CURRENT_RESULT, CURRENT_RESULT],
  [FUTURE, FUTURE],
  [NO_PARTS, undefined],
  ['{"type":"text"}', undefined],
];
/** Cut off behind the backslash of an escape. */
const ESCAPING = '{"type":"text","data":"\\';
/** Each of these ends with its line; what is cut off inside a string has lost the comma behind it, too. */
const DAMAGED: readonly Case[] = [
  [CUT, undefined],
  ["oops", undefined],
  ["null", undefined],
  [ESCAPING, undefined],
  ["\u0000\u0000", undefined],
];

const intact = fc.array(fc.constantFrom(...INTACT), { minLength: 1, maxLength: 12 });
/** Anywhere in the input; doubles would nearly all be next to 0. */
const cuts = fc.array(
  fc.nat(1000).map((thousandths) => thousandths / 1000),
  { maxLength: 6 },
);
/** The first record of a history says how it is laid out, so it is a whole one. */
const damaged = fc
  .tuple(fc.constantFrom(...INTACT), fc.array(fc.constantFrom(...INTACT, ...DAMAGED), { maxLength: 12 }))
  .map(([first, rest]) => [first, ...rest]);

const texts = (cases: readonly Case[]): string[] => cases.map(([text]) => text);
const rejectedOf = (cases: readonly Case[]): string[] => texts(cases.filter(([, migrated]) => migrated === undefined));
const migratedOf = (cases: readonly Case[]): string[] => cases.flatMap(([, migrated]) => migrated ?? []);
const inPlace = (cases: readonly Case[]): string[] => cases.map(([text, migrated]) => migrated ?? text);
const strings = (buffers: readonly Buffer[]): string[] => buffers.map(String);

it("nothing is lost of a history of lines", async () => {
  const ends = fc.constantFrom("\n", "\r\n", "\n\n", "\n \t\r\n");
  await fc.assert(
    fc.asyncProperty(damaged, ends, fc.boolean(), cuts, async (cases, end, ends, places) => {
      const content = Buffer.from(texts(cases).join(end) + (ends ? end : ""));
      const { output, rejected } = await migrate(content, places, true);
      expect(
        output
          .toString()
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((line) => line.replace(/\r$/, "")),
      ).toEqual(migratedOf(cases));
      expect(strings(rejected)).toEqual(rejectedOf(cases));
      expect((await migrate(content, places, false)).output.toString()).toBe(
        inPlace(cases).join(end) + (ends ? end : ""),
      );
    }),
  );
});

it("nothing is lost of the elements of an array, and damaged ones stand each on its line", async () => {
  const layouts = fc.constantFrom<readonly [string, string, string]>(
    ["[\n", ",\n", "\n]\n"],
    [" [\n\t", "\n\t, ", "\n]"],
  );
  await fc.assert(
    fc.asyncProperty(damaged, layouts, cuts, async (cases, [open, between, close], places) => {
      const content = Buffer.from(
        open + texts(cases).join(between).replaceAll(`${CUT},`, CUT).replaceAll(`${ESCAPING},`, ESCAPING) + close,
      );
      const { output, rejected } = await migrate(content, places, true);
      const read: unknown[] = JSON.parse(output.toString());
      expect(read).toEqual(migratedOf(cases).map((text) => JSON.parse(text)));
      expect(strings(rejected).map((text) => text.trimEnd())).toEqual(rejectedOf(cases));
    }),
  );
});

it("nothing is lost of an array on one line, or of messages over several lines", async () => {
  const pretty = (text: string): string => JSON.stringify(JSON.parse(text), null, 2);
  await fc.assert(
    fc.asyncProperty(intact, cuts, async (cases, places) => {
      const array = await migrate(Buffer.from(`[${texts(cases).join(",")}]`), places, true);
      expect(array.output.toString()).toBe(`[${migratedOf(cases).join(",")}]`);
      expect(strings(array.rejected)).toEqual(rejectedOf(cases));
      const values = await migrate(Buffer.from(texts(cases).map(pretty).join("\n")), places, true);
      expect(strings(values.rejected)).toEqual(rejectedOf(cases).map(pretty));
      const read = values.output.toString().split(/(?<=^})\n+/m);
      expect(read.filter((text) => text.trim() !== "").map((text) => JSON.parse(text))).toEqual(
        migratedOf(cases).map((text) => JSON.parse(pretty(text))),
      );
    }),
  );
});

it("nothing is lost of garbage but the commas, brackets and white space between records", async () => {
  const pieces = fc.constantFrom(
    "[",
    "]",
    "{",
    "}",
    '"',
    "\\",
    ",",
    "\n",
    " ",
    "1",
    "x",
    "\u00e9",
    "\0",
    CURRENT_TEXT,
    FUTURE,
    CUT,
  );
  const significant = (bytes: Buffer): string => bytes.toString("latin1").replace(/[\s,[\]]/g, "");
  const sorted = (text: string): string => Array.from(text).sort().join("");
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 30 }), cuts, async (parts, places) => {
      const content = Buffer.from(parts.join(""));
      const { output, rejected } = await migrate(content, places, true);
      expect(sorted(significant(Buffer.concat([output, ...rejected])))).toBe(sorted(significant(content)));
      expect((await migrate(content, places, false)).output.equals(content)).toBe(true);
    }),
    { numRuns: propertyRuns(500) },
  );
});
