/** A message from a plain object in memory: validated, copied, deeply frozen; against `JSON.parse` of its bytes. */
import { Message } from "@parlance/core";
import type { Corpus } from "../corpus.js";
import type { Candidate, Effort } from "../measure.js";
import { measureByClass, type SuiteResult } from "./suite.js";

export function measureConstruct(corpus: Corpus, effort: Effort): Promise<SuiteResult> {
  return measureByClass(
    "Construct from an object",
    "JSON.parse of the same bytes",
    corpus,
    constructCandidates,
    effort,
  );
}

function constructCandidates(texts: readonly string[]): Candidate[] {
  const values: { type: string }[] = texts.map((text) => JSON.parse(text));
  const sum = (make: (value: { type: string }) => { type: string }): number =>
    values.reduce((total, value) => total + make(value).type.length, 0);
  return [
    { name: "JSON.parse", run: () => texts.reduce((total, text) => total + JSON.parse(text).type.length, 0) },
    { name: "parlance: Message.parse", run: () => sum((value) => Message.parse(value)) },
    { name: "structuredClone alone", run: () => sum((value) => structuredClone(value)) },
  ];
}
