/** Seals JSON values: freezes them to their last level, so that nobody has to copy or to look at them again. */

import { ValidationError } from "../errors/validation-error.js";
import { copyJson } from "../runtime/copy.js";
import { freezeInside, MAX_DEPTH } from "../runtime/freeze.js";
import type { JsonValue } from "../runtime/json.js";
import { markSealed } from "../runtime/sealed.js";

/**
 * Freezes a JSON value that nobody else holds, and that has no undefined members.
 * @throws ValidationError with the code `too_deep`.
 */
export function sealJson<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (!freezeInside(value, MAX_DEPTH)) throw tooDeepValue();
  markSealed(value);
  return Object.freeze(value);
}

export function tooDeepValue(): ValidationError {
  const expected = `at most ${MAX_DEPTH} levels of nesting`;
  return new ValidationError([{ code: "too_deep", path: "", keyword: "", expected, found: "more" }]);
}

/**
 * A deep copy of a value as JSON.
 * @throws ValidationError: `not_json_value` or `too_deep`.
 */
export function copiedJson(value: unknown): JsonValue {
  const copy = copyJson(value, MAX_DEPTH);
  if (copy.ok) return copy.value;
  throw copy.found === "too deep" ? tooDeepValue() : notJson(copy.found);
}

/** For a value with something in it that JSON cannot say. The path to it may hold the user's keys, so it is not told. */
function notJson(found: string): ValidationError {
  return new ValidationError([{ code: "not_json_value", path: "", keyword: "", expected: "JSON values", found }]);
}
