/** From which seed the properties of a test file start, and how many cases each of them looks at. */

import fc from "fast-check";

/** A quick run looks at a fourth of the cases. */
const SHARE = process.env.PARLANCE_TEST_RUNS === "full" ? 1 : 4;

/** So many cases are no saving. */
const FEW = 12;

const SEED = Number(process.env.PARLANCE_TEST_SEED ?? Date.now() % 2 ** 31);

/**
 * How often a property runs: `full` times with PARLANCE_TEST_RUNS=full in the environment, and a fourth as often without.
 * @param full the number of cases that a full run looks at
 */
export function propertyRuns(full: number): number {
  return Math.ceil(full / SHARE);
}

/**
 * The cases that a run looks at, of a list that may be too long for a quick one: all of them with PARLANCE_TEST_RUNS=full
 * in the environment or where they are few, and else every fourth, from a place that the seed decides.
 */
export function propertyCases<Case>(all: readonly Case[]): readonly Case[] {
  return all.length <= FEW ? all : all.filter((_, index) => (index + SEED) % SHARE === 0);
}

/**
 * Lets every property of a test file start from one seed, which is printed so that a failure can be repeated; the
 * environment variable PARLANCE_TEST_SEED repeats an earlier one. Properties that do not say how often they run do so as
 * `propertyRuns(100)` says.
 * @param subject what the properties are about, for the printed line
 */
export function seedProperties(subject: string): void {
  fc.configureGlobal({ seed: SEED, numRuns: propertyRuns(100) });
  console.log(`${subject}: seed ${SEED} (PARLANCE_TEST_SEED repeats it)`);
}
