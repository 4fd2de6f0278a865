/** Unions whose tags the two versions know differently: the tag of an object says by which plan it is migrated. */

import type { JsonObject } from "../json.js";
import type { Migrate } from "./each.js";
import type { BranchChoice, BranchPlan, TestedBranch, UnionPlan } from "./plan.js";
import { claim, peek, type Run, setAside } from "./run.js";
import { type Passes, preparedTest } from "./tests.js";
import { isSame, memberOf, objectOf } from "./value.js";

/** The slot in which a whole branch is set aside, and the one that tells which of several branches it was. */
const WHOLE = "";
const BRANCH = "#branch";

/** The migration of objects by the plan of a union. `migration` gives that of the plan of a name. */
export function preparedUnion(
  { tag, branches, substitutes }: UnionPlan,
  migration: (plan: string) => Migrate,
): Migrate {
  const known = new Map(Object.entries(branches).map(([name, branch]) => [name, preparedBranch(branch, migration)]));
  return (value, run) => {
    const original = substituted(run, value, tag, substitutes);
    if (original !== undefined) return original;
    const name = memberOf(value, tag);
    const migrate = typeof name === "string" ? known.get(name) : undefined;
    return migrate === undefined ? value : migrate(value, run);
  };
}

function preparedBranch(branch: BranchPlan, migration: (plan: string) => Migrate): Migrate {
  if ("plan" in branch) return migration(branch.plan);
  if ("choices" in branch) return preparedChoice(branch.choices, migration);
  const { substitute, code } = branch;
  return (value, run) => {
    setAside(run, WHOLE, value, code);
    return substitute;
  };
}

/** A branch that {@link preparedBranch} replaced, while its substitute still stands unchanged. */
function substituted(
  run: Run,
  value: JsonObject,
  tag: string,
  substitutes: UnionPlan["substitutes"],
): JsonObject | undefined {
  const stored = objectOf(peek(run, WHOLE));
  if (stored === undefined) return undefined;
  const wanted = memberOf(stored, tag);
  if (!substitutes.some(([name, replacement]) => name === wanted && isSame(replacement, value))) return undefined;
  claim(run, WHOLE);
  return stored;
}

/** Several branches that a tag may become. The stored one is taken where it is a choice at all, and remembered where the way back would choose another. */
function preparedChoice(choices: readonly BranchChoice[], migration: (plan: string) => Migrate): Migrate {
  const choose = preparedSelection(choices);
  const branches = new Map(
    choices.map(({ index, plan, back }) => [index, { migrate: migration(plan), chooseBack: preparedSelection(back) }]),
  );
  return (value, run) => {
    const taken = chosenBranch(run, branches, choose(value));
    const branch = branches.get(taken);
    if (branch === undefined) return value;
    const migrated = branch.migrate(value, run);
    if (taken !== branch.chooseBack(migrated)) setAside(run, BRANCH, taken, "value_changed");
    return migrated;
  };
}

function chosenBranch(run: Run, possible: ReadonlyMap<number, unknown>, first: number): number {
  const stored = peek(run, BRANCH);
  if (typeof stored !== "number" || stored === first || !possible.has(stored)) return first;
  claim(run, BRANCH);
  return stored;
}

/** Which of some branches is that of an object: the first whose test it passes, else the last. */
function preparedSelection(branches: readonly TestedBranch[]): (object: JsonObject) => number {
  const tested = branches.map(({ index, test }): [number, Passes] => [
    index,
    test === undefined ? () => true : preparedTest(test),
  ]);
  const last = branches.at(-1)?.index ?? 0;
  return (object) => tested.find(([, passes]) => passes(object))?.[0] ?? last;
}
