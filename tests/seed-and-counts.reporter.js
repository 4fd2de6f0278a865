/** A vitest reporter that ends the run with the seed of its properties and one line a script can read: `N passed, N failed, N skipped`. */

export default class SeedAndCounts {
  #seed;

  constructor({ seed }) {
    this.#seed = seed;
  }

  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      // A file that does not load has no tests to fail, so it counts as one failure itself.
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state in counts) counts[state] += 1;
      }
    }
    const seed = `Properties: seed ${this.#seed} (PARLANCE_TEST_SEED=${this.#seed} repeats it)`;
    const line = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
    // The default reporter writes its own summary in the same tick.
    setImmediate(() => process.stdout.write(`\n${seed}\n${line}\n`));
  }
}
