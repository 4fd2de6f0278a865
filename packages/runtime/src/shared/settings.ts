/** Refuses settings that mean nothing, before anything is done with them. */

import { type Issue, ParlanceError, ValidationError } from "@parlance/core";
import { issue, issuesAt, type NumberBounds, typeName, wholeNumberIssue } from "@parlance/core/internal";
import type { Operation } from "./operation.js";
import { safeMember } from "./safe-member.js";

/**
 * Reads what a caller gives as settings: the one way in which every function of the package does.
 *
 * @param read Looks at the members and checks them.
 * @throws ValidationError `wrong_type` for anything but an object, and for one that throws as it is read, since what it throws may quote
 * it; what `read` refuses.
 */
export function readSettings<Settings extends object, Read>(
  given: Settings,
  read: (settings: Settings) => Read,
  path = "",
): Read {
  let found: string;
  try {
    found = typeName(given);
    if (found === "object") return read(given);
  } catch (error) {
    if (ParlanceError.isInstance(error)) throw error;
    found = "an object that cannot be read";
  }
  throw new ValidationError([issue("wrong_type", path, "an object with settings", found)]);
}

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

/** The rule for every number of milliseconds, bytes, lines or calls. */
export function wholeRule(path: string, value: unknown, bounds?: NumberBounds): SettingRule {
  const broken = wholeNumberIssue(path, value, bounds);
  return broken === undefined ? [true, path, ""] : [false, path, broken.expected, broken.code, broken.found];
}

/** The same for a setting that may be left out. */
export function optionalWholeRule(path: string, value: unknown, bounds?: NumberBounds): SettingRule {
  const [isWhole, ...rule] = wholeRule(path, value, bounds);
  return [value === undefined || isWhole, ...rule];
}

export function functionRule(path: string, value: unknown): SettingRule {
  return [value === undefined || typeof value === "function", path, "a function"];
}

export function textRule(path: string, value: unknown): SettingRule {
  return [typeof value === "string", path, "a text", "wrong_type", typeName(value)];
}

/** The rule for what is gone through item by item; a text is one item. */
export function iterableRule(path: string, value: unknown): SettingRule {
  const isIterable = typeof safeMember(value, Symbol.iterator) === "function";
  return [isIterable, path, "something that can be iterated", "wrong_type", typeName(value)];
}

/** The rules for what every operation takes. */
export function operationRules({ signal, wait, logger, onDirty, now, newId }: Operation): readonly SettingRule[] {
  return [
    portRule("/signal", signal, "addEventListener", "an AbortSignal"),
    portRule("/logger", logger, "warn", "a logger"),
    functionRule("/wait", wait),
    functionRule("/onDirty", onDirty),
    functionRule("/now", now),
    functionRule("/newId", newId),
  ];
}

/** @throws ValidationError for an operation that cannot be worked with. */
export function checkOperation(operation: Operation): void {
  readSettings(operation, (given) => checkSettings(operationRules(given)));
}

function portRule(path: string, port: unknown, method: string, expected: string): SettingRule {
  return [port === undefined || typeof Object(port)[method] === "function", path, expected];
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
