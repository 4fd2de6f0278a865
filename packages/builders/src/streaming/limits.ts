/** How much an answer may hold. */

import { ValidationError } from "@parlance/core";
import { wholeNumberIssue } from "@parlance/core/internal";

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

/** @throws ValidationError with the code `bad_number`. */
export function limitsOf(options: AccumulatorLimits): Limits {
  const maxCalls = options.maxCalls ?? DEFAULT_CALLS;
  const maxCharacters = options.maxCharacters ?? MAX_TEXT;
  const found = [
    wholeNumberIssue("/maxCalls", maxCalls, { most: MAX_INDEX + 1 }),
    wholeNumberIssue("/maxCharacters", maxCharacters, { most: MAX_TEXT }),
  ].filter((one) => one !== undefined);
  if (found.length > 0) throw new ValidationError(found);
  return { maxCalls, maxCharacters };
}
