/** The list of all rules, in the order in which they are checked. */
import type { Rule } from "./finding.js";
import { pp22 } from "./rules/compile.js";
import { pp17 } from "./rules/defaults.js";
import { documentationRules } from "./rules/documentation.js";
import { exampleRules } from "./rules/examples.js";
import { formatRules } from "./rules/formats.js";
import { keywordRules } from "./rules/keywords.js";
import { limitRules } from "./rules/limits.js";
import { migrationRules } from "./rules/migrations.js";
import { nameRules } from "./rules/names.js";
import { objectRules } from "./rules/objects.js";
import { patternRules } from "./rules/patterns.js";
import { dia01, pp23 } from "./rules/reading.js";
import { referenceRules } from "./rules/references.js";
import { releaseRules } from "./rules/release.js";
import { toldRules } from "./rules/told.js";
import { unionRules } from "./rules/unions.js";

export const RULES: readonly Rule[] = [
  pp23,
  ...releaseRules,
  dia01,
  ...migrationRules,
  ...keywordRules,
  ...objectRules,
  ...unionRules,
  ...referenceRules,
  ...limitRules,
  ...patternRules,
  ...formatRules,
  pp17,
  pp22,
  ...toldRules,
  ...documentationRules,
  ...nameRules,
  ...exampleRules,
];

/** The sentence of a rule, for messages. */
export function sentenceOf(id: string): string {
  return RULES.find((rule) => rule.id === id)?.sentence ?? "";
}
