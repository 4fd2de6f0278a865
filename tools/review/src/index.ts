/** What the review tools offer to other tools and tests: the lint of source schemas and of published bundles, and the lock of released versions. */
import type { Finding } from "./lint/finding.js";
import { applyRules } from "./lint/finding.js";
import type { JsonObject } from "./lint/json.js";
import { RULES } from "./lint/rules.js";
import { bundleSet, readSchemaSet } from "./lint/schema-set.js";

export type { Finding, Rule } from "./lint/finding.js";
export { lockVersions, ReleaseError, versionsIn } from "./lint/lock.js";
export { RULES } from "./lint/rules.js";

/** All findings of a schemas folder, by file; none when it may be released. */
export function lintSchemas(dir: string): Finding[] {
  return applyRules(RULES, readSchemaSet(dir));
}

/** The findings of one published bundle (2020-12, references of the form `#/$defs/Name`); `file` names it in the findings. */
export function lintBundle(bundle: object, file?: string): Finding[] {
  return applyRules(
    RULES.filter((rule) => rule.bundles),
    bundleSet(bundle as JsonObject, file),
  );
}
