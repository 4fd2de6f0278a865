/** Unions whose tags the two versions know differently. */

import type { JsonObject, JsonValue } from "../json.js";
import { claim, peek, type Run, setAside } from "./run.js";
import { isSame, memberOf, objectOf } from "./value.js";

/** The slot in which a whole branch is set aside, and the one that tells which of several branches it was. */
const WHOLE = "";
const BRANCH = "#branch";

/** A branch that the target version cannot say becomes its declared substitute; the original is set aside whole. */
export function substitute(run: Run, value: JsonObject, replacement: JsonObject, code: string): JsonObject {
  setAside(run, WHOLE, value, code);
  return replacement;
}

/**
 * The branch that {@link substitute} replaced, while its substitute still stands unchanged.
 * @param substitutes The replacement of each tag that the other direction may have replaced.
 */
export function substituted(
  run: Run,
  value: JsonObject,
  tag: string,
  substitutes: readonly (readonly [tag: string, replacement: JsonValue])[],
): JsonObject | undefined {
  const stored = objectOf(peek(run, WHOLE));
  if (stored === undefined) return undefined;
  const wanted = memberOf(stored, tag);
  if (!substitutes.some(([name, replacement]) => name === wanted && isSame(replacement, value))) return undefined;
  claim(run, WHOLE);
  return stored;
}

/** Chooses among the branches that a tag may become: the stored one where it is a choice at all, else the first that applies. */
export function chooseBranch(run: Run, possible: readonly number[], first: number): number {
  const stored = peek(run, BRANCH);
  if (typeof stored !== "number" || stored === first || !possible.includes(stored)) return first;
  claim(run, BRANCH);
  return stored;
}

/** Remembers the branch that was taken where the way back would choose another. */
export function rememberBranch(run: Run, taken: number, chosenBack: number): void {
  if (taken !== chosenBack) setAside(run, BRANCH, taken, "value_changed");
}
