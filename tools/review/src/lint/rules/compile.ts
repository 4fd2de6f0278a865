/** PP22: ajv takes every definition in its strict mode. */
import { strictProblem } from "../compiled.js";
import type { Rule } from "../finding.js";

export const pp22: Rule = {
  id: "PP22",
  sentence: "Every definition compiles in ajv's strict mode with `strictRequired: false`.",
  mend: "Do what ajv's message says; most often a `type` is missing or a keyword is misspelled.",
  bundles: true,
  *check(set) {
    for (const place of set.places) {
      if (place.position !== "root" && place.position !== "definition") continue;
      const problem = strictProblem(place.schema);
      if (problem !== undefined) yield { file: place.file, pointer: place.pointer, message: `ajv: ${problem}.` };
    }
  },
};
