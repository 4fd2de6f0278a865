/** Every package resolves with its types wherever ES modules do, and is laid out as registries want it. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { PACKAGES } from "./packed.js";

const ROOT = join(import.meta.dirname, "../..");

it.each(PACKAGES)("packages/%s is clean by publint", async (name) => {
  expect(await run("publint", ["run", join(ROOT, "packages", name), "--strict"])).toContain("All good!");
});

it.each(PACKAGES)("packages/%s resolves with its types, by attw", async (name) => {
  const printed = await run("attw", ["--pack", join(ROOT, "packages", name), "--profile", "esm-only"]);
  expect(printed).toContain(`@parlance/${name} v`);
});

/** What a command of the workspace prints, which may ask for pnpm; fails with its output when it exits with an error. */
async function run(command: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("npx", ["--yes", "pnpm@12.21.0", "exec", command, ...args], {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: "1" },
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} failed:\n${stdout}${stderr}`);
  }
}
