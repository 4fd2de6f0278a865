/** A fresh copy of the sources, and commands in it as a shell would run them. */

import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../../..");

/** What npm, pnpm and vitest tell the programs that they start: a shell does not have it, and pnpm would install nothing. */
const TOLD = /^(?:p?npm_|PNPM_|VITEST|TURBO_|PARLANCE_TEST_RUNS$|INIT_CWD$|NODE$|NODE_ENV$|NODE_PATH$|TEST$)/;

/** @param first folders in which programs are looked for first */
export function environmentOfTheShell(...first: readonly string[]): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !TOLD.test(name));
  return { ...Object.fromEntries(kept), PATH: [...first, ...pathOfTheShell()].join(delimiter), CI: "true" };
}

/** Without the programs that are installed in this checkout. */
function pathOfTheShell(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.filter((folder) => !/node_modules[/\\]|node-gyp-bin/.test(folder));
}

/** Copies what git would clone, changes that are not committed included, into a repository of its own, and commits it there. */
export function copySources(copy: string): void {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  for (const file of listed.split("\0")) {
    if (file === "" || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  commitAll(copy);
}

/** Commits whatever differs in a copy, under a name that is nobody's. */
export function commitAll(copy: string): void {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  execFileSync("git", ["add", "--all"], { cwd: copy });
  execFileSync("git", [...who, "commit", "--allow-empty", "--quiet", "--message", "A step"], { cwd: copy });
}

/**
 * Runs a command and gives what it prints.
 * @throws Error with the end of what it printed, when it fails
 */
export async function runCommand(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [program = "", ...args] = command.split(" ");
  try {
    return (await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 28 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} failed:\n${stdout.slice(-20_000)}\n${stderr.slice(-5_000)}`);
  }
}
