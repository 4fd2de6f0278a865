/** Runs the `parlance` command once, and turns what happened into an exit code. */

import { CommanderError } from "commander";
import { BadData, CommandFailure, EXIT } from "./failure.js";
import { createProgram } from "./program.js";
import { clearProgress } from "./terminal/progress.js";

/** @param args What stands after the name of the command. The exit code is that of the process, so that what is written still gets out. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args, { from: "user" });
  } catch (error) {
    clearProgress();
    process.exitCode = reportedExitCode(error);
    // Standard input may still be open, and would keep the process waiting for more of it.
    process.stdin.destroy();
  }
}

/** Says what went wrong, once, and returns the exit code for it. */
export function reportedExitCode(error: unknown): number {
  // Commander has already written its message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.good : EXIT.badCommand;
  if (error instanceof CommandFailure || error instanceof BadData) {
    // Without a message it has been told already.
    if (error.message !== "") process.stderr.write(`parlance: ${error.message}\n`);
    return error instanceof BadData ? EXIT.badData : EXIT.badCommand;
  }
  // The message of an unforeseen error may quote what was read; its name and its places in our code do not.
  const places = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
  const name = error instanceof Error ? error.name : typeof error;
  process.stderr.write(`parlance: internal error (${name}); please report it\n${places.slice(0, 8).join("\n")}\n`);
  return EXIT.internal;
}
