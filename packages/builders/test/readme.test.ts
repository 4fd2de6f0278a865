/** Every worked example of the README is compiled as strictly as the package itself, run, and prints what the page says. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const PACKAGE = join(import.meta.dirname, "..");
const README = readFileSync(join(PACKAGE, "README.md"), "utf8");

/** A program, and the text block after it that says what it prints. */
const EXAMPLES = [
  ...README.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/gm),
].map(([, title = "", program = "", output = ""], index) => ({ title, program, output, name: `example-${index}` }));

// Inside the package, the programs find it and its dependencies as an installed package would be found.
const folder = mkdtempSync(join(PACKAGE, "readme-"));

beforeAll(() => {
  for (const { name, program } of EXAMPLES) writeFileSync(join(folder, `${name}.ts`), program);
  const config = {
    extends: "../../../tsconfig.base.json",
    compilerOptions: { types: ["node"], isolatedDeclarations: false, declaration: false, skipLibCheck: true },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  execFileSync(join(PACKAGE, "../../node_modules/.bin/tsc"), ["--project", folder], {
    stdio: "pipe",
    encoding: "utf8",
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

it("has an example for each part", () => {
  expect(EXAMPLES.map(({ title }) => title)).toEqual(
    [...README.matchAll(/^## (.+)$/gm)].map(([, title]) => title).filter((title) => title !== "Errors"),
  );
});

it.each(EXAMPLES)("the example of “$title” prints what is written below it", ({ name, output }) => {
  expect(execFileSync(process.execPath, [join(folder, `${name}.js`)], { encoding: "utf8" })).toBe(output);
});
