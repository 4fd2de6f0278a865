/** Holds an argument of a call against the pattern of a permission. In doubt it does not match, and somebody is asked. */

import type { Issue, PermissionPattern } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { compileCommandPrefix } from "./command-prefix.js";
import type { Compiled } from "./compiled.js";
import { compilePathGlob } from "./path-glob.js";

/** Whether the argument matches. A pattern that no factory would take, and a kind that is not known, match nothing. */
export function patternMatches(pattern: PermissionPattern, value: unknown): boolean {
  if (typeof value !== "string") return false;
  const compiled = compile(pattern);
  return compiled.ok && compiled.matches(value);
}

/** What is wrong with a pattern that could never match, or that could match more than it says. */
export function patternIssues(pattern: PermissionPattern): readonly Issue[] {
  const compiled = compile(pattern);
  return compiled.ok ? [] : [issue("unsafe_pattern", "/approval_pattern/value", compiled.expected, "another pattern")];
}

function compile({ kind, value, options }: PermissionPattern): Compiled {
  switch (kind) {
    case "path_glob":
      return compilePathGlob(value);
    case "command_prefix":
      return compileCommandPrefix(value, options);
    case "exact":
      return { ok: true, matches: (argument) => argument === value };
    default:
      return { ok: false, expected: "a pattern of a known kind" };
  }
}
