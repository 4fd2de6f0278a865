/** A release: the changesets become changelogs, which are in the packages. Tried to the end in a copy of the repository. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { PACKAGES, ROOT, temporaryFolder } from "./packed.js";

const copy = temporaryFolder();
const SUMMARY = "Histories can be weighed. Before, nobody knew how heavy they were.";

function run(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, [...args], { cwd, encoding: "utf8", stdio: "pipe" });
}

/** What a release looks at: manifests, changesets, and a history of commits. */
beforeAll(() => {
  for (const file of ["package.json", "pnpm-workspace.yaml", ".changeset"])
    cpSync(join(ROOT, file), join(copy, file), { recursive: true });
  for (const group of ["packages", "tools", "examples"]) copyManifests(group);
  for (const name of PACKAGES) linkOwnDependencies(name);
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  writeFileSync(join(copy, ".gitignore"), "node_modules\n");
  writeFileSync(join(copy, ".changeset/weight.md"), `---\n"@parlance/core": minor\n---\n\n${SUMMARY}\n`);
  run("git", ["init", "--quiet", "--initial-branch=main"], copy);
  run("git", ["add", "--all"], copy);
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  run("git", [...author, "commit", "--quiet", "--message", "Everything"], copy);
  run("node_modules/.bin/changeset", ["version"], copy);
});

function copyManifests(group: string): void {
  const names = group === "examples" ? [""] : readdirSync(join(ROOT, group));
  for (const name of names) {
    const path = join(group, name, "package.json");
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(ROOT, path), join(copy, path));
  }
}

/** As the package manager would link them, which asks them for their version. */
function linkOwnDependencies(name: string): void {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(copy, "packages", name, "package.json"), "utf8"),
  );
  const scope = join(copy, "packages", name, "node_modules/@parlance");
  mkdirSync(scope, { recursive: true });
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies })) {
    const [owner, short = ""] = dependency.split("/");
    if (owner === "@parlance")
      symlinkSync(join(copy, PACKAGES.includes(short) ? "packages" : "tools", short), join(scope, short));
  }
}

it("every package is raised to one version, and each changeset is used up", () => {
  const versions = PACKAGES.map((name) =>
    JSON.parse(readFileSync(join(copy, "packages", name, "package.json"), "utf8")),
  );
  expect(new Set(versions.map(({ version }) => version)).size).toBe(1);
  expect(readdirSync(join(copy, ".changeset")).sort()).toEqual(["README.md", "config.json"]);
});

it("every packed package has a changelog of that version, and what was changed is in it", () => {
  const tarballs = temporaryFolder();
  for (const name of PACKAGES) {
    const folder = join(copy, "packages", name);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    run("npx", ["--yes", "pnpm@12.21.0", "pack", "--pack-destination", tarballs], folder);
    const tarball = join(tarballs, `parlance-${name}-${version}.tgz`);
    const changelog = run("tar", ["-xzOf", tarball, "package/CHANGELOG.md"], copy);
    expect(changelog.split("\n").slice(0, 3)).toEqual([`# @parlance/${name}`, "", `## ${version}`]);
    expect(changelog.includes(SUMMARY)).toBe(name === "core");
  }
});
