/** Colour and progress: on a terminal, and nowhere else. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NO_PARTS, V2_TEXT } from "./support/messages.js";
import { COMMAND, ENVIRONMENT, run, temporaryFolder } from "./support/run.js";

const folder = temporaryFolder();
writeFileSync(join(folder, "history"), `${V2_TEXT}\n${NO_PARTS}\n`);
const ESCAPE = "\u001b[";

/**
 * Runs the command with standard output and standard error on a terminal of 60 columns, made by `script`; what the shell
 * line `feed` prints is its standard input.
 */
function onTerminal(args: string, environment: NodeJS.ProcessEnv = {}, feed = ":"): string {
  const command = `stty cols 60; (${feed}) | "${process.execPath}" "${COMMAND}" ${args}`;
  return spawnSync("script", ["-qec", command, "/dev/null"], {
    cwd: folder,
    env: { ...ENVIRONMENT, TERM: "xterm", SHELL: "/bin/sh", ...environment },
    encoding: "utf8",
  }).stdout;
}

const available = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;
if (!available) console.log("skipped: there is no `script` command here to make a terminal with");

describe.skipIf(!available)("on a terminal", () => {
  it("has colour", () => {
    expect(onTerminal("validate history")).toContain(`${ESCAPE}31m`);
  });

  it("has none with NO_COLOR, nor where the terminal is dumb", () => {
    expect(onTerminal("validate history", { NO_COLOR: "1" })).not.toContain(ESCAPE);
    expect(onTerminal("validate history", { TERM: "dumb" })).not.toContain(ESCAPE);
  });

  it("cuts the lines of inspect to its width", () => {
    const lines = onTerminal("inspect history", { NO_COLOR: "1" }).split("\r\n");
    expect(Math.max(...lines.map((line) => line.length))).toBe(60);
  });

  it("shows progress of a long run, and takes it away at the end", () => {
    const output = onTerminal("validate -", { NO_COLOR: "1" }, "cat history; sleep 2.5; cat history; sleep 0.1");
    const clear = "\r\u001b[2K";
    const [nothing, progress, result] = output.split(clear);
    expect(nothing).toBe("");
    expect(progress).toMatch(/^<stdin> {2}\d+ B {2}[\d.]+ k?B\/s$/);
    expect(result).toMatch(/^invalid {2}<stdin>:2 {2}/);
  });
});

it("has no colour in a pipe or a file, even where a variable asks for it", () => {
  for (const env of [{}, { CI: "true" }, { FORCE_COLOR: "1" }]) {
    const validated = run(["validate", "history"], { cwd: folder, env });
    const migrated = run(["migrate", "history", "-o", "out"], { cwd: folder, env });
    expect(validated.stdout + validated.stderr + migrated.stderr).not.toContain(ESCAPE);
  }
  expect(run(["--help"], { env: { FORCE_COLOR: "1" } }).stdout).not.toContain(ESCAPE);
});
