/** Decoding, validating, encoding and constructing in one table, for comparing engines. */
import { decode, encode, Message } from "@parlance/core";
import type { Corpus } from "../corpus.js";
import type { Candidate, Effort } from "../measure.js";
import { measureByClass, type SuiteResult } from "./suite.js";

/** @param node The version of the engine, for the title. */
export function measureCodec(node: string, corpus: Corpus, effort: Effort): Promise<SuiteResult> {
  const unit = "JSON.parse, or JSON.stringify for writing";
  return measureByClass(`Under Node ${node}`, unit, corpus, codecCandidates, effort, rowsOf);
}

const PARSE = "JSON.parse";
const STRINGIFY = "JSON.stringify";
const ENCODE = "encode: validate and encode";

function codecCandidates(texts: readonly string[]): Candidate[] {
  const values: { readonly type: string }[] = texts.map((text) => JSON.parse(text));
  const messages = texts.map((text) => decode(text, { freeze: false }));
  const each = <Item>(items: readonly Item[], take: (item: Item) => number) => {
    return (): number => items.reduce((sum, item) => sum + take(item), 0);
  };
  return [
    { name: PARSE, run: each(texts, (text) => JSON.parse(text).type.length) },
    { name: "JSON.parse again (noise)", run: each(texts, (text) => JSON.parse(text).type.length) },
    { name: "JSON.parse and the verdict", run: each(texts, (text) => Number(Message.is(JSON.parse(text)))) },
    { name: "decode, not frozen", run: each(texts, (text) => decode(text, { freeze: false }).type.length) },
    { name: "decode, frozen, text kept", run: each(texts, (text) => decode(text).type.length) },
    { name: "Message.parse of an object", run: each(values, (value) => Message.parse(value).type.length) },
    { name: STRINGIFY, run: each(messages, (message) => JSON.stringify(message).length) },
    { name: "JSON.stringify again (noise)", run: each(messages, (message) => JSON.stringify(message).length) },
    { name: ENCODE, run: each(messages, (message) => encode(message).length) },
  ];
}

const WRITING: ReadonlySet<string> = new Set([STRINGIFY, "JSON.stringify again (noise)", ENCODE]);

/** Writing is compared with writing. */
function rowsOf(ratios: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const floor = ratios.get(STRINGIFY) ?? 1;
  return new Map([...ratios].map(([name, ratio]) => [name, WRITING.has(name) ? ratio / floor : ratio]));
}
