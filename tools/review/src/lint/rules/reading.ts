/** PP23 and DIA01: a file reads the same everywhere, and has the shape that the dialect describes. */

import { dirname, resolve } from "node:path/posix";
import { dialectProblems } from "../compiled.js";
import type { Rule } from "../finding.js";

export const pp23: Rule = {
  id: "PP23",
  sentence:
    "A strict reader takes every file: no duplicate key, no byte order mark, no NaN, no lone surrogate, no number out of range, not deeper than 256.",
  mend: "Mend the file in a text editor; one of two equal keys has to go.",
  bundles: false,
  *check(set) {
    for (const { file, pointer, message } of set.problems) yield { file, pointer, message: `Refused: ${message}.` };
  },
};

export const dia01: Rule = {
  id: "DIA01",
  sentence: "Every source file satisfies `dialect.schema.json` and names it under `$schema` by a relative path.",
  mend: "Give the keyword at this place the shape that its description in the dialect asks for.",
  bundles: false,
  *check(set) {
    for (const { file, schema } of set.documents) {
      const named = schema.$schema;
      const found = typeof named === "string" ? resolve("/", dirname(file), named) : undefined;
      if (found !== "/dialect.schema.json") {
        yield { file, pointer: "/$schema", message: "`$schema` does not lead to `dialect.schema.json`." };
      }
      for (const { pointer, message } of dialectProblems(set, schema)) yield { file, pointer, message };
    }
  },
};
