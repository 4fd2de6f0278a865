/** The issues of a value as ajv finds them: the reference that the explaining walk is held against. */

import type { Issue } from "../../src/errors/issue.js";
import { ajvErrors } from "../../src/validators.js";
import { issueOf } from "./issue-of.js";
import { withoutNoise } from "./noise.js";
import { type Definitions, printedPath } from "./path.js";

/** Everything that ajv says of a value, in our words. */
export function ajvIssues(
  { version, definitions }: { readonly version: number; readonly definitions: Definitions },
  definition: string,
  value: unknown,
): Issue[] {
  const print = (pointer: string): string => printedPath(definitions, definition, pointer);
  const issues = withoutNoise(ajvErrors(version, definition, value), value).map((error) =>
    issueOf(error, value, print),
  );
  return withoutTwins(issues);
}

/** Two branches of a schema may ask for the same thing. */
function withoutTwins(issues: readonly Issue[]): Issue[] {
  const seen = new Map<string, Issue>();
  for (const issue of issues) seen.set(JSON.stringify([issue.path, issue.keyword, issue.expected]), issue);
  return [...seen.values()];
}
