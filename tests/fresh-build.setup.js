/** Builds what is stale before the tests of any package run, since packages reach each other in their built form. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };

/** turbo asks for pnpm, which need not be on the path of whoever starts the tests. */
const PNPM = ["npx", "--yes", manifest.packageManager, "exec"];

/** @throws Error when a package cannot be built: its tests, and those of packages above it, would fail somewhere deep inside */
export default function setup() {
  // npm test builds everything itself, right before.
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: turbo runs no tests.
  if (process.env.npm_lifecycle_event?.startsWith("pnpm:test")) return;
  const shell = process.platform === "win32";
  const hasPnpm = spawnSync("pnpm", ["--version"], { shell }).status === 0;
  const [program, ...args] = [...(hasPnpm ? [] : PNPM), "turbo", "run", "build", "--output-logs=errors-only"];
  const cwd = join(import.meta.dirname, "..");
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8", shell });
  if (status !== 0) throw new Error(`a package cannot be built, so there is nothing to test:\n${stdout}${stderr}`);
}
