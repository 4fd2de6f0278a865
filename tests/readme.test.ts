/** The quick start of the README is run as it stands. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CURRENT } from "./current-version.js";

const ROOT = join(import.meta.dirname, "..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

/** Programs written in the README; a folder inside a package lets them resolve `@parlance/core` as an installed package would. */
const PROGRAMS = [...README.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(ROOT, "packages/cli/readme-"));
  for (const [index, program] of PROGRAMS.entries()) writeFileSync(join(folder, `program-${index}.ts`), program);
  const files = PROGRAMS.map((_, index) => join(folder, `program-${index}.ts`));
  const types = ["--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")];
  const options = ["--strict", "--module", "nodenext", "--target", "es2022", ...types];
  execFileSync(join(ROOT, "node_modules/.bin/tsc"), [...options, ...files], { cwd: ROOT, stdio: "pipe" });
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(index: number): string {
  return execFileSync(process.execPath, [join(folder, `program-${index}.js`)], { cwd: ROOT, encoding: "utf8" });
}

it("reads a stored history with the four lines of the quick start", () => {
  expect(run(0)).toMatch(/^\d+ messages, 0 damaged; the first is of type \w+\n$/);
});

it("narrows each message type, upgrades a message of version 1 and goes back to version 1", () => {
  expect(run(1)).toBe(
    `user says something in 1 part(s)
{"type":"text","schema_version":${CURRENT},"id":"7c9e6679-7425-40de-944b-e07fc1f90ae7","created_at":"2026-11-21T10:00:00.000Z","data":{"role":"user","parts":[{"type":"text","text":"Hi"}]}}
[]
`,
  );
});

it("shows shell commands that work", () => {
  const block = /From the shell[\s\S]*?```sh\n([\s\S]*?)```/.exec(README)?.[1] ?? "";
  const commands = block.trim().split("\n");
  expect(commands.length).toBe(2);
  for (const command of commands) {
    const { status, stderr } = spawnSync("sh", ["-c", command], { cwd: ROOT, encoding: "utf8" });
    expect({ command, status, stderr: status === 0 ? "" : stderr }).toEqual({ command, status: 0, stderr: "" });
  }
});
