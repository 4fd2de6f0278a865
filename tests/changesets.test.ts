/** The changesets can be released: the tool that collects them reads each of them. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import readChangesets from "@changesets/read";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const PACKAGES = readdirSync(join(ROOT, "packages")).map((name) => `@parlance/${name}`);

it("every changeset names packages that users install, how large the change is, and what they see", async () => {
  const changesets = await readChangesets(ROOT);
  const files = readdirSync(join(ROOT, ".changeset")).filter((name) => name.endsWith(".md") && name !== "README.md");
  expect(changesets.map(({ id }) => `${id}.md`).sort()).toEqual(files.sort());
  for (const { id, summary, releases } of changesets) {
    expect(summary.length, id).toBeGreaterThan(80);
    expect(releases.length, id).toBeGreaterThan(0);
    for (const { name } of releases) expect(PACKAGES, id).toContain(name);
  }
});
