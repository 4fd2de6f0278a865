/** Seals JSON values: freezes them to their last level, so that nobody has to copy or to look at them again. */

import { ValidationError } from "../errors/validation-error.js";
import { freezeInside, MAX_DEPTH } from "../runtime/freeze.js";
import { markSealed } from "../runtime/sealed-mark.js";

/**
 * Freezes a JSON value that nobody else holds, and that has no undefined members.
 * @throws ValidationError with the code `too_deep`.
 */
export function seal<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (!freezeInside(value, MAX_DEPTH)) throw tooDeep();
  markSealed(value);
  return Object.freeze(value);
}

export function tooDeep(): ValidationError {
  const expected = `at most ${MAX_DEPTH} levels of nesting`;
  return new ValidationError([{ code: "too_deep", path: "", keyword: "", expected, found: "more" }]);
}

/** For a value with something in it that JSON cannot say. The path to it may hold the user's keys, so it is not told. */
export function notJson(found: string): ValidationError {
  return new ValidationError([{ code: "not_json_value", path: "", keyword: "", expected: "JSON values", found }]);
}
