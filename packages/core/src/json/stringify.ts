/** A JSON value to its text, digit by digit. */

import { ValidationError } from "../errors/validation-error.js";
import {
  holdsLiterals,
  InexactNumberError,
  stringifyExactly,
  stringifyWithDigits as write,
} from "../runtime/number-text.js";
import { frozenJson } from "./frozen.js";

/**
 * The JSON text of a value, as `JSON.stringify` writes it save for numbers whose digits were kept. Nothing is turned into null or
 * left out in silence, other than undefined members.
 *
 * @throws ValidationError: `not_json_value`, `too_deep`, or `inexact_number` for digits that were not kept.
 */
export function stringifyJson(value: unknown): string {
  return refusingLostDigits(() => write(frozenJson(value)));
}

/** As `stringifyJson`, of JSON that was decoded or sealed: nobody has to copy it first, and where its digits are is known. */
export function stringifyDecoded(value: unknown): string {
  const isExact = typeof value === "object" && value !== null && holdsLiterals(value);
  return isExact ? refusingLostDigits(() => stringifyExactly(value)) : JSON.stringify(value);
}

/** Tells the loss of digits as every other refusal. */
export function refusingLostDigits<Result>(write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof InexactNumberError)) throw error;
    const expected = "numbers that a double can hold, or their digits";
    throw new ValidationError([
      { code: "inexact_number", path: "", keyword: "", expected, found: "an inexact number" },
    ]);
  }
}
