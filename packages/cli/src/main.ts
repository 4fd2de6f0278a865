#!/usr/bin/env node
/** The entry of the `parlance` command: runs it, and ends it where nobody can take what it writes. */

import { EXIT, errorCode, fileFailure } from "./failure.js";
import { reportedExitCode, runProgram } from "./run-program.js";

/** What a shell reports for a program that wrote to a reader who had left. */
const BROKEN_PIPE = 141;

process.stdout.on("error", leaveQuietly);
process.stderr.on("error", () => process.exit(EXIT.badCommand));

await runProgram(process.argv.slice(2));

/** The reader has what it wanted (`parlance validate … | head`): nothing to say, and nobody to say it to. */
function leaveQuietly(error: Error): void {
  if (errorCode(error) === "EPIPE") process.exit(BROKEN_PIPE);
  process.exit(reportedExitCode(fileFailure("write", "<stdout>", error)));
}
