/** The failure that ends a command before it has done its job, and the exit codes of every command. */

import { visibleText } from "./terminal/visible.js";

/** What the command tells its caller: the data are good, the data are bad, the command line is bad. */
export const EXIT = { good: 0, badData: 1, badCommand: 2, internal: 70 } as const;

/** A message for the person at the command line; ends the command with {@link EXIT.badCommand}. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
}

/** What is wrong with the data, as a message for a person; ends the command with {@link EXIT.badData}. */
export class BadData extends Error {
  override readonly name = "BadData";
}

/**
 * Has the failure of a command told where its report ends. A report that is one JSON document has it inside, and nothing stands
 * beside the document.
 */
export async function endingReport(
  isJson: boolean,
  end: (failure: string) => Promise<void>,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof CommandFailure || error instanceof BadData)) throw error;
    await end(error.message);
    if (!isJson) throw error;
    throw error instanceof BadData ? new BadData() : new CommandFailure();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EBUSY: "it is busy",
  EDQUOT: "the disk quota is used up",
  EFBIG: "it grew too large for the file system",
  EIO: "the disk reported an error",
  EISDIR: "it is a directory",
  ELOOP: "too many symbolic links",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file or directory",
  ENOSPC: "no space is left on the disk",
  ENOTDIR: "a part of the path is not a directory",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
};

/** Says which file could not be read or written, and why, in words. */
export function fileFailure(action: "read" | "write", path: string, cause: unknown): CommandFailure {
  const code = errorCode(cause);
  const reason = code === undefined ? "unexpected error" : (REASONS[code] ?? code);
  return new CommandFailure(`cannot ${action} ${visibleText(path)}: ${reason}`);
}

/** Somebody wrote to a file that was about to be replaced. */
export function changedMeanwhile(path: string): CommandFailure {
  return new CommandFailure(
    `${visibleText(path)} was changed while it was read; it is left as it is, run the command again`,
  );
}

/** The system's code of an error, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
