/** How much an answer may hold. */

import { type Issue, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";

export interface AccumulatorLimits {
  /**
   * The most calls of one answer, 1 to 65,536; an index is less than this.
   * @defaultValue 128
   */
  readonly maxCalls?: number | undefined;
  /**
   * The most characters of arguments that all calls have together, in UTF-16 code units, 1 to 16,777,216.
   * @defaultValue 16777216
   */
  readonly maxCharacters?: number | undefined;
}

/** The limits with their defaults. */
export interface Limits {
  readonly maxCalls: number;
  readonly maxCharacters: number;
}

const MAX_INDEX = 65_535;
const DEFAULT_CALLS = 128;

/** The longest text of the contract. */
const MAX_TEXT = 16_777_216;

/** @throws ValidationError with the code `no_limit`. */
export function limitsOf(options: AccumulatorLimits): Limits {
  const maxCalls = options.maxCalls ?? DEFAULT_CALLS;
  const maxCharacters = options.maxCharacters ?? MAX_TEXT;
  const found = [
    ...countIssues("/maxCalls", maxCalls, MAX_INDEX + 1),
    ...countIssues("/maxCharacters", maxCharacters, MAX_TEXT),
  ];
  if (found.length > 0) throw new ValidationError(found);
  return { maxCalls, maxCharacters };
}

function countIssues(path: string, value: number, max: number): Issue[] {
  if (Number.isInteger(value) && value >= 1 && value <= max) return [];
  const type = typeof value === "number" ? "another number" : typeof value;
  return [issue("no_limit", path, `a whole number from 1 to ${max}`, type)];
}
