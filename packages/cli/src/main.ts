#!/usr/bin/env node
/** The entry of the `parlance` command: runs it and turns what happened into an exit code. */

import { CommanderError } from "commander";
import { BadData, CommandFailure, EXIT, errorCode, fileFailure } from "./failure.js";
import { createProgram } from "./program.js";
import { clearProgress } from "./terminal/progress.js";

/** What a shell reports for a program that wrote to a reader who had left. */
const BROKEN_PIPE = 141;

process.stdout.on("error", leaveQuietly);
process.stderr.on("error", () => process.exit(EXIT.badCommand));

try {
  await createProgram().parseAsync();
} catch (error) {
  clearProgress();
  process.exitCode = report(error);
  // Standard input may still be open, and would keep the process waiting for more of it.
  process.stdin.destroy();
}

/** Says what went wrong, once, and returns the exit code for it. */
function report(error: unknown): number {
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

/** The reader has what it wanted (`parlance validate … | head`): nothing to say, and nobody to say it to. */
function leaveQuietly(error: Error): void {
  if (errorCode(error) === "EPIPE") process.exit(BROKEN_PIPE);
  process.exit(report(fileFailure("write", "<stdout>", error)));
}
