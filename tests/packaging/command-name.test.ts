/** Nobody is told to run or install `parlance` from a registry: that name belongs to somebody else. The command is in `@parlance/cli`. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./packed.js";

/** Whatever fetches a package to run or install it, with any options between. */
const FETCHED =
  /\b(?:npx|bunx|pnpx|dlx|npm (?:exec|i|install|add|x)|(?:pnpm|yarn|bun) (?:add|x|install)|deno run)(?: +-{1,2}[\w=.-]+)* +(?:npm:)?parlance\b(?!\/)/;

it.each([
  ["npx parlance validate", true],
  ["npx --yes parlance@1", true],
  ["npm install --global parlance", true],
  ["npx @parlance/cli validate", false],
  ["npm install --global @parlance/cli", false],
])("“%s” is told apart", (text, isForeign) => {
  expect(FETCHED.test(text)).toBe(isForeign);
});

it("no page, program or text of the command fetches the name of somebody else", () => {
  const options = { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 } as const;
  const files = execFileSync("git", ["ls-files", "*.md", "*.ts", "*.js", "*.json", "*.yml"], options).split("\n");
  const own = files.filter((file) => file !== "" && !file.endsWith("command-name.test.ts"));
  expect(own.length).toBeGreaterThan(500);
  expect(own.filter((file) => FETCHED.test(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});
