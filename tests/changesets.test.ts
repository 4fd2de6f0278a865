/** The changesets can be released: the tool that collects them reads each of them, and no change that a user sees lacks one. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import readChangesets from "@changesets/read";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const PACKAGES = readdirSync(join(ROOT, "packages")).map((name) => `@parlance/${name}`);
const LEAST_CHARACTERS = 80;

it("every changeset names packages that users install, how large the change is, and what they see", async () => {
  const changesets = await readChangesets(ROOT);
  const files = readdirSync(join(ROOT, ".changeset")).filter((name) => name.endsWith(".md") && name !== "README.md");
  expect(changesets.map(({ id }) => `${id}.md`).sort()).toEqual(files.sort());
  for (const { id, summary, releases } of changesets) {
    expect(summary.length, `characters of ${id}`).toBeGreaterThan(LEAST_CHARACTERS);
    expect(releases.length, id).toBeGreaterThan(0);
    for (const { name } of releases) expect(PACKAGES, id).toContain(name);
  }
});

it("CONTRIBUTING says how long the text of a changeset must be", () => {
  const page = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
  expect(page).toContain(`more than ${LEAST_CHARACTERS} characters`);
});

const base = baseOfBranch();
if (base === undefined)
  console.log("skipped: there is no branch main to compare with, so a missing changeset is not seen");

it.skipIf(base === undefined)("a branch that changes what users install adds a changeset", () => {
  const changed = [...git("diff", "--name-only", base ?? ""), ...git("ls-files", "--others", "--exclude-standard")];
  expect(lacksChangeset(changed), "npm run changeset writes one").toBe(false);
});

it.each([
  [["packages/core/src/index.ts"], true],
  [["schemas/v2/message/text.schema.json", ".changeset/README.md"], true],
  [["packages/cli/package.json", ".changeset/new-command.md"], false],
  [["packages/core/test/json.test.ts", "tools/bench/src/main.ts", "README.md"], false],
  [[], false],
])("a change of %j lacks a changeset: %j", (files, expected) => {
  expect(lacksChangeset(files)).toBe(expected);
});

function lacksChangeset(changed: readonly string[]): boolean {
  const isShipped = (file: string): boolean => /^packages\/[^/]+\/(src\/|package\.json$)|^schemas\/v/.test(file);
  const isChangeset = (file: string): boolean => /^\.changeset\/(?!README)[^/]+\.md$/.test(file);
  return changed.some(isShipped) && !changed.some(isChangeset);
}

/** The commit at which this branch left main; on main itself the last commit, so that only what is not committed counts. */
function baseOfBranch(): string | undefined {
  for (const main of ["origin/main", "main"]) {
    try {
      return git("merge-base", "HEAD", main)[0];
    } catch {
      // A clone of one branch has no main; an unpacked tarball has no git.
    }
  }
  return undefined;
}

function git(...args: readonly string[]): string[] {
  const printed = execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return printed.split("\n").filter((line) => line !== "");
}
