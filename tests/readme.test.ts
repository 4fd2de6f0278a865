/** The quick start of the README is run as it stands. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CURRENT } from "./current-version.js";

const ROOT = join(import.meta.dirname, "..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

/** Programs written in the README; a folder inside a package lets them resolve `@parlance/core` as an installed package would. */
function programs(): string[] {
  return [...README.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
}

function compileAndRun(program: string): string {
  const folder = mkdtempSync(join(ROOT, "packages/cli/readme-"));
  try {
    writeFileSync(join(folder, "program.ts"), program);
    execFileSync(
      join(ROOT, "node_modules/.bin/tsc"),
      [
        "--strict",
        "--module",
        "nodenext",
        "--target",
        "es2022",
        "--types",
        "node",
        "--typeRoots",
        join(ROOT, "node_modules/@types"),
        join(folder, "program.ts"),
      ],
      { cwd: ROOT, stdio: "pipe" },
    );
    return execFileSync(process.execPath, [join(folder, "program.js")], { cwd: ROOT, encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it("reads a stored history with the four lines of the quick start", () => {
  expect(compileAndRun(programs()[0] ?? "")).toMatch(/^\d+ messages, 0 damaged; the first is of type \w+\n$/);
});

it("narrows each message type, upgrades a message of version 1 and goes back to version 1", () => {
  expect(compileAndRun(programs()[1] ?? "")).toBe(
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
