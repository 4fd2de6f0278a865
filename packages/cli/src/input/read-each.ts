/** Goes through the files that a command reads: one that cannot be read is told, and does not keep the others from being read. */

import { CommandFailure, EXIT } from "../failure.js";
import type { Printer } from "../terminal/printer.js";
import { clearProgress } from "../terminal/progress.js";
import { openInput } from "./input-files.js";
import { type InputSource, isStandardInput } from "./source.js";

/** Receives what is found out about the files, one after the other. */
export interface FileReport {
  begin(file: string): void;
  /** The file could not be read, or not to its end; standard error has the message already. */
  unreadable(message: string): void;
}

/**
 * @param read Reads one file, and resolves with the exit code that it alone would give.
 * @returns The exit code for all of them.
 */
export async function readEach(
  files: readonly string[],
  report: FileReport,
  printer: Printer,
  read: (source: InputSource) => Promise<number>,
): Promise<number> {
  let exitCode: number = EXIT.good;
  for (const file of files) {
    report.begin(isStandardInput(file) ? "<stdin>" : file);
    exitCode = Math.max(exitCode, await readOne(file, report, read));
    await printer.flush();
  }
  return exitCode;
}

async function readOne(
  file: string,
  report: FileReport,
  read: (source: InputSource) => Promise<number>,
): Promise<number> {
  try {
    return await read(await openInput(file));
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    clearProgress();
    process.stderr.write(`parlance: ${error.message}\n`);
    report.unreadable(error.message);
    return EXIT.badCommand;
  }
}
