/** Removes from ajv's errors what says nothing by itself: failed tests, branches that were never meant, doubled refusals. */

import type { AjvError } from "../../src/runtime/ajv-error.js";
import { valueAt } from "./value-at.js";

const BRANCHING: readonly string[] = ["anyOf", "oneOf"];
const STRING_RULES: readonly string[] = ["minLength", "maxLength", "pattern"];

/**
 * The errors worth telling, in their order. An `anyOf` that asks for one of several properties becomes one error
 * with `params.missing`; other branches (the validators tell tagged unions and types apart by `if`) speak for themselves.
 */
export function withoutNoise(errors: readonly AjvError[], value: unknown): AjvError[] {
  const kept: AjvError[] = [];
  for (const error of errors) {
    if (BRANCHING.includes(error.keyword)) settleBranches(kept, error);
    else if (error.keyword === "propertyNames") settleKey(kept, error, value);
    else if (error.keyword !== "if") kept.push(error);
  }
  return withoutDoubled(kept);
}

/** The errors of the branches stand right before the error of the whole. */
function settleBranches(kept: AjvError[], whole: AjvError): void {
  let start = kept.length;
  while (start > 0 && isBranchOf(kept[start - 1], whole)) start -= 1;
  const branches = kept.splice(start);
  const missing = branches.map((one) => missingProperty(one, whole));
  if (missing.length === 0) kept.push(whole);
  else if (missing.every((name) => name === undefined)) kept.push(...branches);
  else kept.push({ ...whole, params: { missing: missing.filter((name) => name !== undefined) } });
}

function isBranchOf(one: AjvError | undefined, whole: AjvError): boolean {
  return (
    one !== undefined && isInside(one.schemaPath, whole.schemaPath) && isInside(one.instancePath, whole.instancePath)
  );
}

function isInside(path: string, parent: string): boolean {
  return path.startsWith(`${parent}/`) || path === parent;
}

/** The property that a branch asks for. One that is null counts as missing: the schema says so by `not`. */
function missingProperty({ keyword, params, instancePath }: AjvError, whole: AjvError): string | undefined {
  if (instancePath === whole.instancePath) return keyword === "required" ? String(params.missingProperty) : undefined;
  const end = instancePath.lastIndexOf("/");
  return keyword === "not" && instancePath.slice(0, end) === whole.instancePath
    ? instancePath.slice(end + 1)
    : undefined;
}

/** A bad key is told by the rules it breaks; a referenced definition tells them without saying that it is about a key. */
function settleKey(kept: AjvError[], error: AjvError, value: unknown): void {
  const last = kept.at(-1);
  if (last?.propertyName !== undefined && last.instancePath === error.instancePath) return;
  while (isAboutKey(kept.at(-1), error, value)) kept.pop();
  kept.push({ ...error, propertyName: String(error.params.propertyName) });
}

/** A rule for strings at the place of an object can only be about its key. */
function isAboutKey(one: AjvError | undefined, error: AjvError, value: unknown): boolean {
  if (one?.instancePath !== error.instancePath || one.propertyName !== undefined) return false;
  return STRING_RULES.includes(one.keyword) && typeof valueAt(value, one.instancePath) !== "string";
}

/** A value of the wrong type is told nothing else: what a schema says of texts or numbers does not matter any more. */
function withoutDoubled(errors: readonly AjvError[]): AjvError[] {
  const mistyped = new Set(errors.filter((error) => error.keyword === "type").map((error) => error.instancePath));
  return errors.filter((error) => error.keyword === "type" || !mistyped.has(error.instancePath));
}
