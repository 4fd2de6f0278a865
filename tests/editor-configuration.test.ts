/** An editor finds, beside the test files, the configuration that they are checked with. */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = [
  "tests",
  ...["packages", "tools"].flatMap((group) => readdirSync(join(ROOT, group)).map((name) => `${group}/${name}/test`)),
].filter((folder) => existsSync(join(ROOT, folder)));

it.each(FOLDERS)(
  "the nearest tsconfig.json of the test files in %s includes them all, under the strict flags",
  (folder) => {
    const place = join(ROOT, folder);
    const args = ["--showConfig", "--project", join(place, "tsconfig.json")];
    const { files, compilerOptions } = JSON.parse(
      execFileSync(join(ROOT, "node_modules/.bin/tsc"), args, { encoding: "utf8" }),
    );
    const written = readdirSync(place, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && !file.includes("golden/"),
    );
    expect(files.map((file: string) => relative(place, join(place, file))).sort()).toEqual(written.sort());
    expect(compilerOptions).toMatchObject({ strict: true, exactOptionalPropertyTypes: true, types: ["node"] });
  },
);
