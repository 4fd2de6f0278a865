/** Says why a value was refused: every rule of its definition that it breaks, by place and rule and never by content. */

import type { Issue } from "./errors/issue.js";
import { issueOf } from "./explain/issue-of.js";
import { MOST_REFUSALS, refusalsOf } from "./explain/refusals.js";
import type { TableNode } from "./runtime/table-node.js";

/** Issues listed for one value; a further one says how many were left out. */
const MOST_ISSUES = 100;

/**
 * Every rule that a value breaks, in the order of the schema; none when it satisfies the definition.
 *
 * @param node the row of the definition, in the table of its version
 */
export function explain(node: TableNode, value: unknown): readonly Issue[] {
  const refusals = refusalsOf(node, value);
  const issues = distinct(refusals.map(issueOf));
  const left = issues.length - MOST_ISSUES;
  if (left <= 0) return issues;
  const found = `${refusals.length === MOST_REFUSALS ? "at least " : ""}${left} more`;
  const more = { code: "more_issues", path: "", keyword: "", expected: `at most ${MOST_ISSUES} issues`, found };
  return [...issues.slice(0, MOST_ISSUES), more];
}

/** Two conditions of a schema may ask for the same thing, and two keys of a map break the same rule. */
function distinct(issues: readonly Issue[]): readonly Issue[] {
  const seen = new Map<string, Issue>();
  for (const issue of issues) seen.set(JSON.stringify([issue.path, issue.keyword, issue.expected]), issue);
  return [...seen.values()];
}
