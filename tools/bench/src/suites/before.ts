/** What the codec does now beside what it did before: the packages of an earlier state, in the same process and the same rounds. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Core from "@parlance/core";
import * as now from "@parlance/core";
import type { Corpus } from "../corpus.js";
import type { Candidate, Effort } from "../measure.js";
import { measureByClass, type SuiteResult } from "./suite.js";

type Codec = Pick<
  typeof Core,
  "decode" | "encode" | "equals" | "examineRecord" | "Message" | "migrateRecord" | "safeDecode"
>;

/** Runs one operation over all texts; what it needs is made beforehand. */
type Operation = (codec: Codec, texts: readonly string[]) => () => number;

const UNFROZEN = { freeze: false } as const;

const OF_THE_CURRENT_VERSION: Readonly<Record<string, Operation>> = {
  "decode, not frozen": ({ decode }, texts) => over(texts, (text) => decode(text, UNFROZEN).type.length),
  "decode, frozen": ({ decode }, texts) => over(texts, (text) => decode(text).type.length),
  verdict: ({ Message }, texts) => over(parsed(texts), (value) => Number(Message.is(value))),
  "parse of an object": ({ Message }, texts) => over(parsed(texts), (value) => Message.parse(value).type.length),
  refusal: ({ safeDecode }, texts) => over(broken(texts), (text) => Number(safeDecode(text).ok)),
  "encode, validated": ({ decode, encode }, texts) =>
    over(
      texts.map((text) => decode(text, UNFROZEN)),
      (message) => encode(message).length,
    ),
  "encode, text kept": ({ decode, encode }, texts) =>
    over(
      texts.map((text) => decode(text)),
      (message) => encode(message).length,
    ),
  equality: ({ decode, equals }, texts) =>
    over(
      texts.map((text) => [decode(text), decode(text)] as const),
      ([left, right]) => Number(equals(left, right)),
    ),
};

const OF_VERSION_1: Readonly<Record<string, Operation>> = {
  "decode of version 1": ({ decode }, texts) => over(texts, (text) => decode(text).type.length),
  "verdict on version 1": ({ examineRecord }, texts) => over(texts, (text) => Number(examineRecord(text).ok)),
  "version 1, text to text": ({ migrateRecord }, texts) =>
    over(texts, (text) => {
      const result = migrateRecord(text);
      return result.ok ? result.text.length : 0;
    }),
};

/**
 * One table for each operation.
 * @param folder where `@parlance/core` is installed in its earlier state
 */
export async function measureBefore(
  folder: string,
  current: Corpus,
  old: Corpus,
  effort: Effort,
): Promise<SuiteResult[]> {
  const file = createRequire(join(folder, "package.json")).resolve("@parlance/core");
  const before: Codec = await import(pathToFileURL(file).href);
  const results: SuiteResult[] = [];
  for (const [corpus, operations] of [
    [current, OF_THE_CURRENT_VERSION],
    [old, OF_VERSION_1],
  ] as const)
    for (const [name, operation] of Object.entries(operations))
      results.push(await measureOperation(name, operation, before, corpus, effort));
  return results;
}

function measureOperation(
  name: string,
  operation: Operation,
  before: Codec,
  corpus: Corpus,
  effort: Effort,
): Promise<SuiteResult> {
  const candidates = (texts: readonly string[]): Candidate[] => [
    { name: "before", run: operation(before, texts) },
    { name: "before again (noise)", run: operation(before, texts) },
    { name: "now", run: operation(now, texts) },
    { name: "now again (noise)", run: operation(now, texts) },
  ];
  return measureByClass(`Before and now: ${name}`, "the same before", corpus, candidates, effort);
}

function over<Item>(items: readonly Item[], take: (item: Item) => number): () => number {
  return () => items.reduce((sum, item) => sum + take(item), 0);
}

function parsed(texts: readonly string[]): unknown[] {
  return texts.map((text) => JSON.parse(text));
}

/** Messages of a known type whose body is malformed. */
function broken(texts: readonly string[]): string[] {
  return texts.map((text) => JSON.stringify({ ...JSON.parse(text), data: { role: 1 } }));
}
