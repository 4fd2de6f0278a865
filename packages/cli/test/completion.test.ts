/** `parlance completion`: the script for each shell, tried in the shell itself where it is there. */
import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMAND, ENVIRONMENT, run, temporaryFolder } from "./support/run.js";

const folder = temporaryFolder();
writeFileSync(join(folder, "parlance"), `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
chmodSync(join(folder, "parlance"), 0o755);
const PATHS = { PATH: `${folder}:${process.env.PATH}` };

/** Whether a shell is here; says so when it is not. */
function has(shell: string): boolean {
  const isThere = spawnSync(shell, ["-c", "exit 0"]).status === 0;
  if (!isThere) console.log(`completion: skipped in ${shell}, which is not installed`);
  return isThere;
}

function inShell(shell: string, ...args: readonly string[]): string {
  const options = {
    env: { ...ENVIRONMENT, ...PATHS, TERM: "xterm" },
    encoding: "utf8",
    cwd: folder,
    timeout: 300_000,
  } as const;
  return spawnSync(shell, args, options).stdout;
}

/** A line, and what completes its last word. */
const CASES = [
  ["parlance vali", "validate"],
  ["parlance validate --fail", "--fail-on-unknown"],
  ["parlance import --from oll", "ollama"],
  ["parlance import --as his", "history"],
  ["parlance schema tool_req", "tool_request"],
  ["parlance completion fi", "fish"],
  ["parlance help repa", "repair"],
] as const;

describe.skipIf(!has("bash"))("in bash", () => {
  const script = `source <(parlance completion bash)
complete -p parlance >&2
for line in "$@"; do
  COMP_WORDS=($line); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); COMPREPLY=(); _parlance; echo "\${COMPREPLY[*]}"
done`;

  it("completes commands, options and their values", () => {
    const lines = inShell("bash", "--norc", "-c", script, "bash", ...CASES.map(([line]) => line)).split("\n");
    expect(lines.slice(0, -1)).toEqual(CASES.map(([, word]) => word));
  });

  it("leaves other words to the names of files", () => {
    expect(inShell("bash", "--norc", "-c", script, "bash", "parlance validate ses")).toBe("\n");
    expect(run(["completion", "bash"]).stdout).toContain("complete -o default -F _parlance parlance");
  });
});

describe.skipIf(!has("fish"))("in fish", () => {
  it("completes commands, options and their values", () => {
    const script = "source (parlance completion fish | psub); for line in $argv; complete -C $line; end";
    const lines = inShell("fish", "--no-config", "-c", script, ...CASES.map(([line]) => line)).split("\n");
    expect(lines.slice(0, -1).map((line) => line.split("\t")[0])).toEqual(CASES.map(([, word]) => word));
  });
});

describe.skipIf(!has("zsh"))("in zsh", () => {
  it("completes commands, options and their values as they are typed", () => {
    // A second zsh on a terminal of its own; what is read of it ends as soon as the whole word stands there.
    const script = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'autoload -Uz compinit; compinit -u -D; source <(parlance completion zsh); echo REA""DY'
zpty -r -m z said '*READY*'
while (( $# )); do
  zpty -w -n z "$1"$'\\t'
  zpty -r -m z said "*$2*" && print -r -- $2
  zpty -w -n z $'\\x15'
  shift 2
done
zpty -d z`;
    const args = CASES.flat();
    expect(
      inShell("zsh", "-f", "-c", script, "zsh", ...args)
        .split("\n")
        .slice(0, -1),
    ).toEqual(CASES.map(([, word]) => word));
  });
});
