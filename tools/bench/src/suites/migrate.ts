/** Messages of version 1 to the current version, against `JSON.parse` of the same bytes. */
import { decode, examineRecord, migrateRecord } from "@parlance/core";
import type { Corpus } from "../corpus.js";
import type { Candidate, Effort } from "../measure.js";
import { measureByClass, type SuiteResult } from "./suite.js";

export function measureMigrate(corpus: Corpus, effort: Effort): Promise<SuiteResult> {
  return measureByClass("Migrate from version 1", "JSON.parse alone", corpus, migrateCandidates, effort);
}

function migrateCandidates(texts: readonly string[]): Candidate[] {
  return [
    { name: "JSON.parse", run: () => texts.reduce((sum, text) => sum + JSON.parse(text).type.length, 0) },
    {
      name: "JSON.parse and JSON.stringify",
      run: () => texts.reduce((sum, text) => sum + JSON.stringify(JSON.parse(text)).length, 0),
    },
    {
      name: "parlance: decode, not frozen",
      run: () => texts.reduce((sum, text) => sum + decode(text, { freeze: false }).type.length, 0),
    },
    { name: "parlance: decode", run: () => texts.reduce((sum, text) => sum + decode(text).type.length, 0) },
    { name: "parlance: verdict alone", run: () => texts.filter((text) => examineRecord(text).ok).length },
    { name: "parlance: text to text", run: () => texts.reduce((sum, text) => sum + migratedLength(text), 0) },
  ];
}

function migratedLength(text: string): number {
  const result = migrateRecord(text);
  if (!result.ok) throw result.error;
  return result.text.length;
}
