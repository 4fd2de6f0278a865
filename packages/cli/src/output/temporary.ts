/** Temporary files, and the promise that none is left behind: not by a failure, not by an interrupt. */

import { createHash, randomBytes } from "node:crypto";
import { readlinkSync, rmSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { constants, hostname } from "node:os";
import { join } from "node:path";
import { errorCode } from "../failure.js";

const names = new Set<string>();
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
let watching = false;

/** `.parlance-<machine>-<process>-<random>.tmp` */
const NAME = /^\.parlance-([0-9a-f]{16})-(\d{1,10})-[0-9a-f]{16}\.tmp$/;

/** A name for a temporary file in `folder` that says which process writes it. */
export function temporaryPath(folder: string): string {
  return join(folder, `.parlance-${machine()}-${process.pid}-${randomBytes(8).toString("hex")}.tmp`);
}

/** Removes what processes that were killed have left in `folder`. Whether one lives can be said of this machine's only. */
export async function removeStale(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(() => []);
  for (const name of entries) {
    const [, where, writer] = NAME.exec(name) ?? [];
    const path = join(folder, name);
    if (where === machine() && !isAlive(Number(writer)) && (await isPlainFile(path)))
      await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Numbers of processes mean something within one host, and there within one container. */
function machine(): string {
  return createHash("sha256").update(`${hostname()} ${processNamespace()}`).digest("hex").slice(0, 16);
}

function processNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

async function isPlainFile(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() === true;
}

/** Remembers a file that must not outlive this process, before it is created. */
export function rememberTemporary(path: string): void {
  names.add(path);
  if (watching) return;
  watching = true;
  process.on("exit", removeTemporaries);
  for (const signal of SIGNALS) process.once(signal, endBySignal);
}

/** The file has got its final name, or is gone. */
export function forgetTemporary(path: string): void {
  names.delete(path);
}

function removeTemporaries(): void {
  for (const path of names) rmSync(path, { force: true });
  names.clear();
}

/** Cleans up, then dies of the same signal, so that the caller sees what ended the command. */
function endBySignal(signal: NodeJS.Signals): void {
  removeTemporaries();
  process.kill(process.pid, signal);
  // Not reached where signals end a process; elsewhere this is what a shell would report.
  process.exitCode = 128 + (constants.signals[signal] ?? 0);
}
