/** Message to text, against `JSON.stringify` of the same message. */
import { decode, encode, type Message } from "@parlance/core";
import type { Corpus } from "../corpus.js";
import type { Candidate, Effort } from "../measure.js";
import { measureByClass, type SuiteResult } from "./suite.js";

export function measureEncode(corpus: Corpus, effort: Effort): Promise<SuiteResult> {
  return measureByClass("Encode", "JSON.stringify alone", corpus, encodeCandidates, effort);
}

function encodeCandidates(texts: readonly string[]): Candidate[] {
  const kept = texts.map((text) => decode(text));
  const unfrozen = texts.map((text) => decode(text, { freeze: false }));
  return [
    { name: "JSON.stringify", run: () => lengthOf(unfrozen, (message) => JSON.stringify(message)) },
    { name: "JSON.stringify again (noise)", run: () => lengthOf(unfrozen, (message) => JSON.stringify(message)) },
    { name: "parlance: validate and encode", run: () => lengthOf(unfrozen, (message) => encode(message)) },
    { name: "parlance: unchanged, text kept", run: () => lengthOf(kept, (message) => encode(message)) },
  ];
}

function lengthOf(messages: readonly Message[], write: (message: Message) => string): number {
  let sum = 0;
  for (const message of messages) sum += write(message).length;
  return sum;
}
