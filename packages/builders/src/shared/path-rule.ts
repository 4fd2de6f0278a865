/** Says in words why a path is refused, of which the schema only says that it is forbidden. */

import type { Issue } from "@parlance/core";

/** The fields of the contract that hold a path are called so. */
const OF_PATH = /[/_]path$/;

const EXPECTED = "a path without a segment `..`, which would lead up, and without NUL";

/** The issue, with the rule for paths where it is about one. */
export function withPathRule(issue: Issue): Issue {
  return issue.keyword === "not" && OF_PATH.test(issue.path) ? { ...issue, expected: EXPECTED } : issue;
}
