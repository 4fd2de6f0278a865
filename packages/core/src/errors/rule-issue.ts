/** Issues of rules that no schema can state. */

import type { Issue } from "./issue.js";

/**
 * An issue of a rule that has no schema keyword.
 *
 * @param path JSON Pointer of the place in what was given.
 * @param found A type or a length, never a value.
 */
export function issue(code: string, path: string, expected: string, found: string): Issue {
  return { code, path, keyword: "", expected, found };
}

/** The issues of a part, told as those of the whole. */
export function issuesAt(path: string, issues: readonly Issue[]): readonly Issue[] {
  return issues.map((one) => ({ ...one, path: path + one.path }));
}
