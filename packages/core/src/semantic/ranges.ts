/** Ends that lie before their starts: lines, places in a text, and moments. */

import type { Issue } from "../errors/issue.js";
import { issue } from "../errors/rule-issue.js";
import { codePointLength } from "../runtime/text.js";
import { NO_ISSUES } from "./none.js";

/** What has a start and an end: lines and columns counted from 1, or moments. */
interface Range {
  readonly start_line?: unknown;
  readonly end_line?: unknown;
  readonly start_column?: unknown;
  readonly end_column?: unknown;
  readonly granted_at?: unknown;
  readonly expires_at?: unknown;
  readonly text?: unknown;
}

/** An end may be where the start is: of lines that is one line, of columns a cursor. */
export function rangeIssues(value: unknown): readonly Issue[] {
  const { start_line, end_line, start_column, end_column, granted_at, expires_at } = value as Range;
  if (isBefore(end_line, start_line)) return [END_LINE];
  if (start_line === end_line && isBefore(end_column, start_column)) return [END_COLUMN];
  return typeof granted_at === "string" && typeof expires_at === "string" && expires_at < granted_at
    ? [EXPIRED]
    : NO_ISSUES;
}

const END_LINE = /* @__PURE__ */ ended("/end_line", "a line not before the first one", "a line before it");
const END_COLUMN = /* @__PURE__ */ ended("/end_column", "a column not before the start", "a column before it");
const EXPIRED = /* @__PURE__ */ ended("/expires_at", "a moment not before the start", "a moment before it");

function ended(path: string, expected: string, found: string): Issue {
  return issue("end_before_start", path, expected, found);
}

/** What starts and ends at the same place selects nothing. */
export function cursorIssues(value: unknown): readonly Issue[] {
  const { start_line, end_line, start_column, end_column, text } = value as Range;
  const isCursor = typeof end_column === "number" && start_line === end_line && start_column === end_column;
  if (!isCursor || typeof text !== "string" || text === "") return NO_ISSUES;
  return [issue("cursor_with_text", "/text", "no text", `${codePointLength(text)} characters`)];
}

/** Whether both are numbers and the first is less; what is not a number is the schema's to tell. */
function isBefore(a: unknown, b: unknown): boolean {
  return typeof a === "number" && typeof b === "number" && a < b;
}
