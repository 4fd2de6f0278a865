/** Temporary files, and the promise that none is left behind: not by a failure, not by an interrupt. */

import { rmSync } from "node:fs";
import { constants } from "node:os";

const names = new Set<string>();
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
let watching = false;

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
