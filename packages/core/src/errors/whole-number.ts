/** The one rule for numbers in settings that count something: milliseconds, bytes, lines, calls. */

import { typeName } from "../runtime/check.js";
import type { Issue } from "./issue.js";
import { issue } from "./rule-issue.js";

/** Between which a number lies; both included. */
export interface NumberBounds {
  /** @defaultValue 1 */
  readonly least?: number;
  /** @defaultValue the largest that is exact */
  readonly most?: number;
}

/** `bad_number` for what is not a whole number within the bounds; undefined for what is. */
export function wholeNumberIssue(
  path: string,
  value: unknown,
  { least = 1, most = Number.MAX_SAFE_INTEGER }: NumberBounds = {},
): Issue | undefined {
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return undefined;
  const end = most === Number.MAX_SAFE_INTEGER ? "on" : `to ${most}`;
  const found = typeof value === "number" ? "another number" : typeName(value);
  return issue("bad_number", path, `a whole number from ${least} ${end}`, found);
}
