/** Refuses settings that mean nothing, before anything is done with them. */

import { ToolAvailabilityContext } from "@parlance/builders";
import { type Issue, ValidationError } from "@parlance/core";

/** A rule that does not hold, at its place in the settings. */
export function settingIssue(code: string, path: string, expected: string, found: string): Issue {
  return { code, path, keyword: "", expected, found };
}

/** One rule: whether it holds, the place of the setting, and what it says. */
export type SettingRule = readonly [holds: boolean, path: string, expected: string];

export function brokenRules(rules: readonly SettingRule[]): readonly Issue[] {
  return rules
    .filter(([holds]) => !holds)
    .map(([, path, expected]) => settingIssue("not_allowed_value", path, expected, "another value"));
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
    issues.push(...error.issues.map((one) => ({ ...one, path: path + one.path })));
    return undefined;
  }
}

/**
 * The context as it is now, frozen; without one, every tool may be used and those that are safe run without asking.
 *
 * @throws ValidationError with places below `/context`.
 */
export function contextOf(given: ToolAvailabilityContext | undefined): ToolAvailabilityContext {
  const issues: Issue[] = [];
  const context = unlessRefused("/context", issues, () =>
    given === undefined ? ToolAvailabilityContext.default() : ToolAvailabilityContext.parse(given),
  );
  if (context === undefined) throw new ValidationError(issues);
  return context;
}
