/** MIG01: a migration file has the shape that its meta-schema describes. */

import { dirname, resolve } from "node:path/posix";
import { migrationProblem } from "../compiled.js";
import type { Rule } from "../finding.js";

export const mig01: Rule = {
  id: "MIG01",
  sentence: "Every migration file satisfies `migration.schema.json` and names it under `$schema` by a relative path.",
  mend: "Spell the operation as `migrations/README.md` shows it.",
  bundles: false,
  *check(set) {
    for (const { file, schema } of set.migrations) {
      const named = schema.$schema;
      const found = typeof named === "string" ? resolve("/", dirname(file), named) : undefined;
      if (found !== "/migration.schema.json") {
        yield { file, pointer: "/$schema", message: "`$schema` does not lead to `migration.schema.json`." };
      }
      const problem = migrationProblem(set, schema);
      if (problem !== undefined) yield { file, pointer: problem.pointer, message: problem.message };
    }
  },
};
