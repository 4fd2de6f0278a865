/** Refuses settings that mean nothing, before anything is done with them. */

import { type Issue, ValidationError } from "@parlance/core";
import { issue, issuesAt, typeName } from "@parlance/core/internal";

/** One rule: whether it holds, the place of the setting, and what it says; its code and what was found where that says more. */
export type SettingRule = readonly [holds: boolean, path: string, expected: string, code?: string, found?: string];

export function brokenRules(rules: readonly SettingRule[]): readonly Issue[] {
  return rules
    .filter(([holds]) => !holds)
    .map(([, path, expected, code = "not_allowed_value", found = "another value"]) =>
      issue(code, path, expected, found),
    );
}

/** @throws ValidationError that lists every rule that does not hold. */
export function checkSettings(rules: readonly SettingRule[]): void {
  const issues = brokenRules(rules);
  if (issues.length > 0) throw new ValidationError(issues);
}

/** Between which a number lies; both included. */
interface Bounds {
  /** @defaultValue 1 */
  readonly least?: number;
  /** @defaultValue the largest that is exact */
  readonly most?: number;
}

/** The rule for every number of milliseconds, bytes, lines or calls. */
export function wholeRule(
  path: string,
  value: unknown,
  { least = 1, most = Number.MAX_SAFE_INTEGER }: Bounds = {},
): SettingRule {
  const isWhole = Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
  const end = most === Number.MAX_SAFE_INTEGER ? "on" : `to ${most}`;
  const found = typeof value === "number" ? "another number" : typeName(value);
  return [isWhole, path, `a whole number from ${least} ${end}`, "bad_number", found];
}

/** The same for a setting that may be left out. */
export function optionalWholeRule(path: string, value: unknown, bounds?: Bounds): SettingRule {
  const [isWhole, ...rule] = wholeRule(path, value, bounds);
  return [value === undefined || isWhole, ...rule];
}

export function functionRule(path: string, value: unknown): SettingRule {
  return [value === undefined || typeof value === "function", path, "a function"];
}

/** Runs what refuses a part of the settings, and tells its issues as those of the whole. */
export function unlessRefused<Value>(path: string, issues: Issue[], make: () => Value): Value | undefined {
  try {
    return make();
  } catch (error) {
    if (!ValidationError.isInstance(error)) throw error;
    issues.push(...issuesAt(path, error.issues));
    return undefined;
  }
}
