/** The last step of every factory: the value is valid, or one error lists everything that is wrong with it. */

import { type Companion, type Issue, ValidationError } from "@parlance/core";
import type { Reader } from "@parlance/core/internal";
import { withPathRule } from "./path-rule.js";

/**
 * The value itself when it is valid, with nothing wrong that only the factory can see.
 *
 * @param value Frozen to its last level, in its decoded form.
 * @param found What the factory found wrong besides the schema.
 * @throws ValidationError with all issues.
 */
export function accepted<Value>(companion: Reader<Value>, value: Value, found: readonly Issue[] = []): Value {
  if (found.length === 0 && companion.is(value)) return value;
  throw new ValidationError([...found, ...schemaIssues(companion, value, found)]);
}

/**
 * The decoded form of a value, deeply frozen, when it is valid, with nothing wrong that only the builder can see.
 *
 * @param value In its wire form or decoded.
 * @param found What was found wrong besides the schema.
 * @throws ValidationError with all issues.
 */
export function parsed<Value>(companion: Companion<Value>, value: unknown, found: readonly Issue[] = []): Value {
  const result = companion.safeParse(value);
  if (result.ok && found.length === 0) return result.value;
  throw new ValidationError(result.ok ? found : [...found, ...elsewhere(result.error.issues, found)]);
}

/** What the schema says of a value, save for places where the factory has said more already. */
export function schemaIssues<Value>(
  companion: Reader<Value>,
  value: unknown,
  found: readonly Issue[] = [],
): readonly Issue[] {
  const result = companion.safeParse(value);
  if (result.ok) return found.length === 0 ? [NOT_DECODED] : [];
  return elsewhere(result.error.issues, found);
}

/** The issues of places that have none yet. */
export function elsewhere(issues: readonly Issue[], found: readonly Issue[]): readonly Issue[] {
  const places = new Set(found.map(({ path }) => path));
  return issues.filter(({ path }) => !places.has(path)).map(withPathRule);
}

const NOT_DECODED: Issue = {
  code: "not_decoded",
  path: "",
  keyword: "",
  expected: "a value in its decoded form",
  found: "another value",
};
