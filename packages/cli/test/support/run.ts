/** Runs the built `parlance` command the way a shell would, and gives tests messages and folders to run it on. */

import { type ChildProcessWithoutNullStreams, type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

export const COMMAND: string = join(import.meta.dirname, "../../dist/main.js");

export interface RunOptions {
  /** What is piped into it; null for nothing at all, as a job without a terminal has it. */
  readonly input?: string | Uint8Array | null;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without what vitest sets for itself, such as colour. */
export const ENVIRONMENT: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: "C.UTF-8" };

/** Runs the command in a process of its own, for what only a process shows: its streams, its signals, what it leaves behind. */
export function runRaw(args: readonly string[], options: RunOptions = {}): SpawnSyncReturns<Buffer> {
  return spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: options.cwd,
    env: { ...ENVIRONMENT, ...options.env },
    ...(options.input === null ? { stdio: ["ignore", "pipe", "pipe"] } : { input: options.input ?? "" }),
    maxBuffer: 256 * 1024 * 1024,
  });
}

export function run(args: readonly string[], options: RunOptions = {}): Outcome {
  const { status, stdout, stderr } = runRaw(args, options);
  return { code: status, stdout: stdout.toString(), stderr: stderr.toString() };
}

export function start(args: readonly string[], options: RunOptions = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [COMMAND, ...args], { cwd: options.cwd, env: { ...ENVIRONMENT, ...options.env } });
}

/** A folder that is gone when the tests of the file are. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parlance-cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
