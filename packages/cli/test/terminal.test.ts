/** Colour and progress: on a terminal, and nowhere else. */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { CURRENT_NUMBER, CURRENT_TEXT, FUTURE, NO_PARTS, V1_TEXT } from "./support/messages.js";
import { COMMAND, ENVIRONMENT, run, temporaryFolder } from "./support/run.js";

const folder = temporaryFolder();
writeFileSync(join(folder, "history"), `${CURRENT_TEXT}\n${NO_PARTS}\n`);
/** Messages of so many newer versions. */
const newer = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    CURRENT_TEXT.replace(CURRENT_NUMBER, `"schema_version":${CURRENT_VERSION + 1 + index}`),
  );
const ESCAPE = "\u001b[";

interface Terminal {
  readonly environment?: NodeJS.ProcessEnv;
  readonly columns?: number;
  /** A shell line; what it prints is the standard input of the command. */
  readonly feed?: string;
}

/** Runs the command with standard output and standard error on a terminal, made by `script`. */
function onTerminal(args: string, { environment = {}, columns = 60, feed = ":" }: Terminal = {}): string {
  const command = `stty cols ${columns}; (${feed}) | "${process.execPath}" "${COMMAND}" ${args}`;
  return spawnSync("script", ["-qec", command, "/dev/null"], {
    cwd: folder,
    env: { ...ENVIRONMENT, TERM: "xterm", SHELL: "/bin/sh", ...environment },
    encoding: "utf8",
  }).stdout;
}

const PLAIN = { NO_COLOR: "1" };

const available = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;
if (!available) console.log("skipped: there is no `script` command here to make a terminal with");

describe.skipIf(!available)("on a terminal", () => {
  it("has colour", () => {
    expect(onTerminal("validate history")).toContain(`${ESCAPE}31m`);
  });

  it("has none with NO_COLOR, nor where the terminal is dumb", () => {
    expect(onTerminal("validate history", { environment: PLAIN })).not.toContain(ESCAPE);
    expect(onTerminal("validate history", { environment: { TERM: "dumb" } })).not.toContain(ESCAPE);
  });

  it("cuts the lines of inspect to its width", () => {
    const lines = onTerminal("inspect history", { environment: PLAIN }).split("\r\n");
    expect(Math.max(...lines.map((line) => line.length))).toBe(60);
  });

  it("shows a table as wide as a phone, in which what is invalid is not lost", () => {
    writeFileSync(join(folder, "wide"), [V1_TEXT, CURRENT_TEXT, FUTURE, NO_PARTS, ...newer(5)].join("\n"));
    for (const columns of [80, 60, 44, 36]) {
      const lines = onTerminal("validate wide", { environment: PLAIN, columns }).split("\r\n");
      expect(Math.max(...lines.slice(2).map((line) => line.length))).toBeLessThanOrEqual(columns);
      const [head = "", text = ""] = lines.slice(lines.findIndex((line) => line.startsWith("  type ")));
      expect(head).toContain("invalid");
      const end = head.indexOf("invalid") + "invalid".length;
      expect(text.slice(0, end)).toMatch(/^ {2}text .* 1$/);
    }
  });

  it("tells in 44 columns what is invalid about a record", () => {
    const lines = onTerminal("inspect history", { environment: PLAIN, columns: 44 }).split("\r\n");
    expect(lines.slice(0, 3)).toEqual([
      "   line  type         about",
      "      1  text         assistant, 1 part",
      "      2  text         invalid: minItems at …",
    ]);
  });

  it("shows progress of a long run, and takes it away at the end", () => {
    // More comes until a line of progress is there, however long that takes.
    const feed = `until grep -q "kB/s\\| B/s" shown; do cat history; sleep 0.05; done`;
    writeFileSync(join(folder, "shown"), "");
    spawnSync("script", ["-qefc", `stty cols 60; (${feed}) | "${process.execPath}" "${COMMAND}" validate -`, "shown"], {
      cwd: folder,
      env: { ...ENVIRONMENT, TERM: "xterm", SHELL: "/bin/sh", ...PLAIN },
    });
    const clear = "\r\u001b[2K";
    const [, progress = "", ...rest] = readFileSync(join(folder, "shown"), "utf8").split(clear);
    expect(progress).toMatch(/<stdin> {2}[\d.]+ k?B {2}[\d.]+ k?B\/s$/);
    expect(rest.at(-1)).toMatch(/invalid {2}<stdin>:\d+ {2}/);
    expect(rest.at(-1)).not.toContain("B/s");
  });
});

describe("colour in a pipe or a file", () => {
  const outputs = (env: NodeJS.ProcessEnv): string => {
    const validated = run(["validate", "history"], { cwd: folder, env });
    const migrated = run(["migrate", "history", "-o", "out"], { cwd: folder, env });
    return validated.stdout + validated.stderr + migrated.stderr + run(["--help"], { env }).stdout;
  };

  it("is not there", () => {
    for (const env of [{}, { CI: "true" }, { FORCE_COLOR: "0" }, { FORCE_COLOR: "1", NO_COLOR: "1" }])
      expect(outputs(env)).not.toContain(ESCAPE);
  });

  it("is there where FORCE_COLOR asks for it", () => {
    const { stdout } = run(["validate", "history"], { cwd: folder, env: { FORCE_COLOR: "1" } });
    expect(stdout).toContain(`${ESCAPE}31m`);
  });
});
