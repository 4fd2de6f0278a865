/** One test run over every package; builds come first, because packages reach each other through their published form. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{packages,tools}/*/test/**/*.test.ts", "tests/**/*.test.ts"],
    reporters: ["default", "./tests/closing-line.reporter.js"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The files of a worker share the modules they import: reading the generated ones again for each file took a third of the time.
    isolate: false,
    // Two cores: a test that spawns a process needs one of them.
    maxWorkers: 2,
  },
});
