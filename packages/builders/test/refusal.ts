/** What tests ask of refusals: their issues, and that they hold nothing of the content. */

import { inspect } from "node:util";
import { type Issue, ParlanceError, ValidationError } from "@parlance/core";
import { expect } from "vitest";

/** Stands in inputs wherever content may stand; no error may show it. */
export const SECRET = "s3cret-content";

/** The error that a function throws; fails when it throws none of ours. */
export function errorOf(run: () => unknown): ParlanceError {
  try {
    run();
  } catch (error) {
    if (error instanceof ParlanceError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

/** The issues of the ValidationError that a function throws; fails when it throws none. */
export function issuesOf(run: () => unknown): readonly Issue[] {
  const error = errorOf(run);
  if (error instanceof ValidationError) return error.issues;
  throw error;
}

/** The issues as `/place: code`. */
export function placesOf(run: () => unknown): readonly string[] {
  return issuesOf(run).map(({ path, code }) => `${path}: ${code}`);
}

/** Fails when an error shows the secret anywhere: in its message, its stack or a field. */
export function expectNoSecret(error: unknown): void {
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(SECRET);
  expect(`${(error as Error).message}${(error as Error).stack}${JSON.stringify(error)}`).not.toContain(SECRET);
}

/** Whether nothing in a value can be changed. */
export function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

/** A proxy that throws the secret whatever is asked of it. */
export function throwingProxy<Target extends object>(target: Target): Target {
  const trap = (): never => {
    throw new Error(SECRET);
  };
  return new Proxy(target, new Proxy({}, { get: () => trap }));
}
