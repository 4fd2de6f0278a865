/** Equality of equal copies, against `JSON.parse` of their bytes. */
import { decode, equals } from "@parlance/core";
import fastDeepEqual from "fast-deep-equal";
import type { Corpus } from "../corpus.js";
import type { Candidate, Effort } from "../measure.js";
import { measureByClass, type SuiteResult } from "./suite.js";

export function measureEquality(corpus: Corpus, effort: Effort): Promise<SuiteResult> {
  return measureByClass("Equality of equal copies", "fast-deep-equal", corpus, equalityCandidates, effort);
}

function equalityCandidates(texts: readonly string[]): Candidate[] {
  const left = texts.map((text) => decode(text));
  const right = texts.map((text) => decode(text));
  const count = (same: (a: object, b: object) => boolean): number => {
    let equal = 0;
    for (let i = 0; i < left.length; i++) if (same(left[i] as object, right[i] as object)) equal++;
    if (equal !== left.length) throw new Error("equal copies were called different");
    return equal;
  };
  return [
    { name: "fast-deep-equal", run: () => count((a, b) => fastDeepEqual(a, b)) },
    { name: "parlance: equals", run: () => count((a, b) => equals(a as never, b as never)) },
    { name: "JSON.parse", run: () => texts.reduce((total, text) => total + JSON.parse(text).type.length, 0) },
  ];
}
