/** Names of tools that not every provider takes as they are. */

import type { Issue } from "../errors/issue.js";
import { issue } from "../errors/rule-issue.js";
import { codePointLength } from "../runtime/text.js";
import { NO_ISSUES } from "./none.js";

const PORTABLE = /^[A-Za-z0-9_-]{1,64}$/;

export function nameIssues(value: unknown): readonly Issue[] {
  const { name } = value as { readonly name?: unknown };
  if (typeof name !== "string" || PORTABLE.test(name)) return NO_ISSUES;
  const found = `${codePointLength(name)} characters`;
  return [issue("not_portable_name", "/name", "1 to 64 letters, digits, underscores and hyphens", found)];
}
