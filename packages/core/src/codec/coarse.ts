/** One issue for a whole record: the explanation of a refusal where the detailed one is not at hand. */

import type { Issue } from "../errors/issue.js";
import { typeName } from "../runtime/check.js";

export function coarseIssues(version: number, definition: string, value: unknown): readonly Issue[] {
  return [
    {
      code: "invalid_message",
      path: "",
      keyword: "",
      expected: `a valid ${definition.toLowerCase()} of version ${version}`,
      found: typeName(value),
    },
  ];
}
