/** Says why a value was refused: ajv's detailed errors, turned into issues that name places and rules and never content. */

import type { Issue } from "./errors/issue.js";
import { issueOf } from "./explain/issue-of.js";
import { withoutNoise } from "./explain/noise.js";
import { createPathPrinter } from "./explain/path.js";
import { VALIDATORS } from "./generated/validators.gen.js";

/** Issues listed for one value; a further one says how many were left out. */
const MOST_ISSUES = 100;

/**
 * Every rule that a value breaks, in the order of the schema; none when it satisfies the definition.
 *
 * @param version of the contract, such as 2
 * @param definition name of a type, such as `TextMessage`; `Message` dispatches by `type`
 * @throws RangeError when the version or the definition does not exist.
 */
export function explain(version: number, definition: string, value: unknown): readonly Issue[] {
  const validators = VALIDATORS[version];
  if (!validators) throw new RangeError("no such version of the contract");
  const errors = validators.errorsOf(definition, value);
  const stopped = errors.length > validators.ENOUGH_ERRORS;
  const print = createPathPrinter(validators.MAP_PLACES, definition);
  return capped(distinct(withoutNoise(errors, value).map((error) => issueOf(error, value, print))), stopped);
}

/** Two branches of a schema may ask for the same thing. */
function distinct(issues: readonly Issue[]): Issue[] {
  const seen = new Map<string, Issue>();
  for (const issue of issues) seen.set(JSON.stringify([issue.path, issue.keyword, issue.expected]), issue);
  return [...seen.values()];
}

function capped(issues: readonly Issue[], stopped: boolean): readonly Issue[] {
  if (issues.length <= MOST_ISSUES && !stopped) return issues;
  const shown = issues.slice(0, MOST_ISSUES);
  const left = issues.length - shown.length;
  const found = `${stopped ? "at least " : ""}${left} more`;
  return [...shown, { code: "more_issues", path: "", keyword: "", expected: `at most ${MOST_ISSUES} issues`, found }];
}
