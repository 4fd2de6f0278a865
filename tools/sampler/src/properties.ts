/** From which seed properties start, and how many cases each of them looks at. */

/** A quick run looks at a fourth of the cases. */
const SHARE = process.env.PARLANCE_TEST_RUNS === "full" ? 1 : 4;

/** So many cases are not a saving. */
const FEW = 12;

/** The seed of the run, from the environment variable PARLANCE_TEST_SEED. */
export const PROPERTY_SEED: number = Number(process.env.PARLANCE_TEST_SEED ?? 0);

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
  return all.length <= FEW ? all : all.filter((_, index) => (index + PROPERTY_SEED) % SHARE === 0);
}
