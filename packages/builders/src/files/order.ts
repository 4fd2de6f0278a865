/** The order of two places that a factory was given. */

import type { Issue } from "@parlance/core";
import { issue } from "@parlance/core/internal";

/** What is wrong with an excerpt that ends before it starts. */
export function excerptIssues(lines: { readonly start_line?: unknown; readonly end_line?: unknown }): readonly Issue[] {
  return isBefore(lines.end_line, lines.start_line) ? [END_BEFORE_START] : [];
}

const END_BEFORE_START: Issue = /* @__PURE__ */ issue(
  "end_before_start",
  "/end_line",
  "a line not before the first one",
  "a line before it",
);

/** Whether both are numbers and the first is less; what is not a number is the schema's to tell. */
export function isBefore(a: unknown, b: unknown): boolean {
  return typeof a === "number" && typeof b === "number" && a < b;
}
