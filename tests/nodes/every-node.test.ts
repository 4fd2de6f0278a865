/** What a newcomer does first works on every line of Node that is supported, from a fresh copy of the sources. */

import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const LINES = [20, 22, 24, 26];
/** The line that runs this test has run `npm test` before. */
const OTHERS = LINES.filter((line) => line !== Number(process.versions.node.split(".")[0]));
const HOUR = 3_600_000;

const folder = mkdtempSync(join(tmpdir(), "parlance-nodes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Brings a line of Node from the npm registry, and gives the environment in which it is the one that runs. */
function environmentOf(line: number): NodeJS.ProcessEnv {
  const place = join(folder, `node-${line}`);
  mkdirSync(place);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", place, `node@${line}`], { stdio: "pipe" });
  const path = [join(place, "node_modules/node/bin"), ...pathOfTheShell()].join(delimiter);
  return { ...environmentOfTheShell(), PATH: path, CI: "true" };
}

/** What npm, pnpm and vitest tell the programs that they start: a shell does not have it, and pnpm would install nothing. */
const TOLD = /^(?:p?npm_|PNPM_|VITEST|TURBO_|PARLANCE_TEST_RUNS$|INIT_CWD$|NODE$|NODE_ENV$|NODE_PATH$|TEST$)/;

function environmentOfTheShell(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !TOLD.test(name)));
}

/** Without the programs that are installed in this checkout. */
function pathOfTheShell(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.filter((folder) => !/node_modules[/\\]|node-gyp-bin/.test(folder));
}

/** Copies what git would clone, changes that are not committed included. */
function copyOfSources(line: number): string {
  const copy = join(folder, `sources-${line}`);
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
  execFileSync("git", ["add", "--all"], { cwd: copy });
  return copy;
}

async function run(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [program = "", ...args] = command.split(" ");
  try {
    return (await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 28 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} failed:\n${stdout.slice(-20_000)}\n${stderr.slice(-5_000)}`);
  }
}

describe.each(OTHERS)("with Node %i", (line) => {
  it(`npm start and npm test succeed with Node ${line}`, { timeout: HOUR }, async () => {
    const env = environmentOf(line);
    const sources = copyOfSources(line);
    expect(await run("node --version", sources, env)).toMatch(new RegExp(`^v${line}\\.`));
    expect(await run("npm start", sources, env)).toContain("out/session-v1.ndjson");
    expect(await run("npm test", sources, env)).toMatch(/\n[0-9]{4,} passed, 0 failed, \d+ skipped\n$/);
    rmSync(sources, { recursive: true });
  });
});
