/** What a newcomer does first works on every line of Node that is supported, from a fresh copy of the sources. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { copySources, environmentOfTheShell, runCommand } from "../../tools/release/src/fresh-copy.js";

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
  return environmentOfTheShell(join(place, "node_modules/node/bin"));
}

describe.each(OTHERS)("with Node %i", (line) => {
  it(`npm start and npm test succeed with Node ${line}`, { timeout: HOUR }, async () => {
    const env = environmentOf(line);
    const sources = join(folder, `sources-${line}`);
    copySources(sources);
    expect(await runCommand("node --version", sources, env)).toMatch(new RegExp(`^v${line}\\.`));
    expect(await runCommand("npm start", sources, env)).toContain("out/session-v1.ndjson");
    expect(await runCommand("npm test", sources, env)).toMatch(/\n[0-9]{4,} passed, 0 failed, \d+ skipped\n$/);
    rmSync(sources, { recursive: true });
  });
});
