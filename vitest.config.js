/**
 * One test run over every package. `--mode long` has the full number of runs of each property, the tests that install from
 * the registry (`*.long.test.ts`) and, after all others, the whole of `npm test` on every supported line of Node.
 */
import { configDefaults, defineConfig } from "vitest/config";

/** With which the properties of `npm test` start, so that its verdict on a state of the code is the same each time. */
const SEED = "1";

export default defineConfig(({ mode }) => {
  const isLong = mode === "long";
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: turbo runs no tests.
  const seed = process.env.PARLANCE_TEST_SEED ?? (isLong ? String(Date.now() % 2 ** 31) : SEED);
  const tests = {
    name: "tests",
    include: ["{packages,tools}/*/test/**/*.test.ts", "tests/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "tests/nodes/**", ...(isLong ? [] : ["**/*.long.test.ts"])],
    env: { PARLANCE_TEST_SEED: seed, ...(isLong ? { PARLANCE_TEST_RUNS: "full" } : {}) },
    setupFiles: ["./tests/properties.setup.js"],
    sequence: { groupOrder: 0 },
  };
  const nodes = { name: "nodes", include: ["tests/nodes/*.test.ts"], sequence: { groupOrder: 1 } };
  return {
    test: {
      projects: (isLong ? [tests, nodes] : [tests]).map((test) => ({ extends: true, test })),
      globalSetup: ["./tests/fresh-build.setup.js", "./tests/packaging/temporary-folder.setup.js"],
      reporters: ["default", ["./tests/seed-and-counts.reporter.js", { seed }]],
      // Ends a test that hangs. No machine is so slow that a test reaches it by working.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // The files of a worker share the modules they import: reading the generated ones again for each file took a third of the time.
      isolate: false,
      // Two cores: a test that spawns a process needs one of them.
      maxWorkers: 2,
    },
  };
});
