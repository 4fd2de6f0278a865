/** The page's table of scenarios: each has tests whose title, or the title of their group, begins with its name. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const PACKAGE = join(import.meta.dirname, "..");

/** How many scenarios the specification of messages and their processing has. */
const SCENARIOS = 36;

const rows = [
  ...readFileSync(join(PACKAGE, "README.md"), "utf8").matchAll(/^\| ([^|]+?) +\| (`test\/[^|]+?) +\|$/gm),
].map(([, scenario = "", files = ""]) => ({
  scenario,
  files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
}));

/** As the first words of a title. */
function titled(scenario: string): RegExp {
  return new RegExp(`\\(\\s*"${scenario}[":,]`);
}

it("lists every scenario once", () => {
  expect(new Set(rows.map(({ scenario }) => scenario)).size).toBe(SCENARIOS);
  expect(rows).toHaveLength(SCENARIOS);
});

it.each(rows)("names the tests of “$scenario”", ({ scenario, files }) => {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(titled(scenario).test(readFileSync(join(PACKAGE, file), "utf8")), file).toBe(true);
});
