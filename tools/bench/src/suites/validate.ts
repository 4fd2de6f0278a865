/** The verdict alone on messages already parsed, against `JSON.parse` of their bytes. */
import { Message } from "@parlance/core";
import type { Corpus } from "../corpus.js";
import type { Candidate, Effort } from "../measure.js";
import { ordinaryAjv } from "../peers/ajv.js";
import { arktype } from "../peers/arktype.js";
import { typebox } from "../peers/typebox.js";
import { typia } from "../peers/typia.js";
import { valibot } from "../peers/valibot.js";
import { zod } from "../peers/zod.js";
import { measureByClass, type SuiteResult } from "./suite.js";

const VALIDATORS = [
  { name: "parlance", accepts: (value: unknown): boolean => Message.is(value) },
  typia,
  typebox,
  zod,
  valibot,
  arktype,
  ordinaryAjv,
];

export function measureValidate(corpus: Corpus, effort: Effort): Promise<SuiteResult> {
  return measureByClass("Validate alone", "JSON.parse of the same bytes", corpus, validateCandidates, effort);
}

function validateCandidates(texts: readonly string[]): Candidate[] {
  // Decoded once, so that defaults are in place and every library sees the same complete values.
  const values = texts.map((text) => JSON.parse(JSON.stringify(Message.parse(JSON.parse(text)))));
  const parse = (): number => texts.reduce((sum, text) => sum + JSON.parse(text).type.length, 0);
  return [
    { name: "JSON.parse", run: parse },
    ...VALIDATORS.map(({ name, accepts }) => ({
      name,
      run: () => {
        let accepted = 0;
        for (const value of values) if (accepts(value)) accepted++;
        if (accepted !== values.length) throw new Error(`${name} refused ${values.length - accepted} valid messages`);
        return accepted;
      },
    })),
  ];
}
