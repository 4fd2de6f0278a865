/** Refuses settings that mean nothing, before anything is done with them. */

import { type Issue, ValidationError } from "@parlance/core";
import { issue, issuesAt } from "@parlance/core/internal";

/** One rule: whether it holds, the place of the setting, and what it says. */
export type SettingRule = readonly [holds: boolean, path: string, expected: string];

export function brokenRules(rules: readonly SettingRule[]): readonly Issue[] {
  return rules
    .filter(([holds]) => !holds)
    .map(([, path, expected]) => issue("not_allowed_value", path, expected, "another value"));
}

/** @throws ValidationError that lists every rule that does not hold. */
export function checkSettings(rules: readonly SettingRule[]): void {
  const issues = brokenRules(rules);
  if (issues.length > 0) throw new ValidationError(issues);
}

/** The rule for a number of milliseconds, bytes or calls; undefined for a setting that is left out. */
export function wholeRule(path: string, value: unknown): SettingRule {
  return [value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1), path, "a whole number from 1 on"];
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
