/** Every worked example in these pages is compiled, run, and prints what the page says. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Sections of a README that show no program. */
const OF_READMES = ["Errors", "What each provider can say", "Add a provider", "Scenarios"];

/** Each page, the package in which its programs find what they import, and its sections that show no program. */
const PAGES: readonly (readonly [page: string, home: string, plain: readonly string[]])[] = [
  ["packages/builders/README.md", "packages/builders", OF_READMES],
  ["packages/providers/README.md", "packages/providers", OF_READMES],
  ["packages/runtime/README.md", "packages/runtime", OF_READMES],
  [
    "docs/provider-state.md",
    "packages/runtime",
    [
      "Where it stands, and what it is bound to",
      "Who may read it",
      "What is reported",
      "What becomes of it when",
      "For those who write a provider",
    ],
  ],
];

/** Stands after what a program prints. */
const END = "---- end ----";

/** Compiles as strictly as the packages themselves are. */
const CONFIG = {
  extends: "../../../tsconfig.base.json",
  compilerOptions: { types: ["node"], isolatedDeclarations: false, declaration: false, skipLibCheck: true },
};

describe.each(PAGES)("%s", (page, home, plain) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const examples = examplesOf(text);
  // Inside the package, the programs find it and its dependencies as an installed package would be found.
  const programs = mkdtempSync(join(ROOT, home, "readme-"));
  let printed: ReadonlyMap<string, string> = new Map();

  beforeAll(() => {
    for (const { file, program } of examples) writeFileSync(join(programs, `${file}.ts`), program);
    writeFileSync(join(programs, "tsconfig.json"), JSON.stringify(CONFIG));
    execFileSync(join(ROOT, "node_modules/.bin/tsc"), ["--project", programs], { stdio: "pipe", encoding: "utf8" });
    printed = printedBy(
      programs,
      examples.map(({ file }) => file),
    );
  });
  afterAll(() => rmSync(programs, { recursive: true }));

  it("has an example for each part", () => {
    const titles = [...text.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => title);
    expect(examples.map(({ title }) => title)).toEqual(titles.filter((title) => !plain.includes(title)));
  });

  it.each(examples)("has “$title”, whose program prints what is written below it", ({ file, output }) => {
    expect(printed.get(file)).toBe(output);
  });
});

/** What each program prints. They run one after the other in one process, since what they import takes longer than they do. */
function printedBy(folder: string, files: readonly string[]): ReadonlyMap<string, string> {
  const paths = JSON.stringify(files.map((file) => join(folder, `${file}.js`)));
  const runner = `for (const path of ${paths}) { await import(path); await new Promise(setImmediate); console.log("${END}"); }`;
  const text = execFileSync(process.execPath, ["--input-type=module", "--eval", runner], { encoding: "utf8" });
  const outputs = text.split(`${END}\n`);
  return new Map(files.map((file, index) => [file, outputs[index] ?? ""]));
}

/** The first program of each section, and the text block after it that says what it prints. */
function examplesOf(page: string): { title: string; program: string; output: string; file: string }[] {
  const sections = /^## (.+)\n(?:(?!^## )[\s\S])*?```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/gm;
  return [...page.matchAll(sections)].map(([, title = "", program = "", output = ""], index) => ({
    title,
    program,
    output,
    file: `example-${index}`,
  }));
}
