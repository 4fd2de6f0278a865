/** Lets every property of a test file start from one seed, which is printed so that a failure can be repeated. */

import fc from "fast-check";

/** Sets and prints the seed; the environment variable PARLANCE_TEST_SEED repeats an earlier one. */
export function seedProperties(subject: string): void {
  const seed = Number(process.env.PARLANCE_TEST_SEED ?? Date.now() % 2 ** 31);
  fc.configureGlobal({ seed });
  console.log(`${subject}: seed ${seed} (PARLANCE_TEST_SEED repeats it)`);
}
