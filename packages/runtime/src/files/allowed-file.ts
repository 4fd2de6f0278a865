/** The one way to the bytes of a file: every check, then the open file itself, checked again. */

import { createHash, type Hash } from "node:crypto";
import { withTimeLimit } from "../shared/wait.js";
import { refusingEvenly } from "./even-refusal.js";
import { FileAccessError } from "./file-access-error.js";
import { type FileOptions, type FileSettings, fileSettings } from "./file-options.js";
import { type FileStat, type FileSystem, type OpenFile, systemFiles } from "./file-system.js";
import { faultOf, type LocatedFile, locateFile } from "./locate.js";
import { confirmUnwritten } from "./unwritten.js";

/** A file that was checked and is open. */
export interface AllowedFile extends LocatedFile {
  readonly open: OpenFile;
  readonly stat: FileStat;
  readonly settings: FileSettings;
  readonly signal: AbortSignal;
  /** Is told every byte that is read, where they may have to be compared. */
  readonly digest: Hash | undefined;
}

/** An editor that saves replaces the file, which is not an attack: it is looked at anew so many times. */
const ATTEMPTS = 3;

/**
 * Opens a file that the policy allows, has it read and closes it. Where it turns out to be another file than the one that was
 * checked, or was written meanwhile, all begins anew, and nothing of what was read is used. Of a file that only grows all the time, such
 * as a log, what was in it when it was opened last is used.
 *
 * @param read Reads all of the open file; may be called again.
 * @param files The system's files.
 * @throws FileAccessError; ValidationError about the options; the signal's reason, at once even if the system does not answer.
 */
export async function withAllowedFile<Value>(
  path: string,
  options: FileOptions,
  read: (file: AllowedFile) => Promise<Value>,
  files: FileSystem = systemFiles,
): Promise<Value> {
  const settings = fileSettings(options);
  if (!settings.mayRead) throw new FileAccessError("denied");
  const timed = await withTimeLimit(undefined, options, (signal) =>
    refusingEvenly({ ...options, signal }, () => readAnew(path, { settings, signal }, read, files)),
  );
  // Without a limit of time it always ends.
  return (timed as Extract<typeof timed, { readonly ended: true }>).value;
}

async function readAnew<Value>(
  path: string,
  { settings, signal }: Pick<AllowedFile, "settings" | "signal">,
  read: (file: AllowedFile) => Promise<Value>,
  files: FileSystem,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      const digest = attempt === ATTEMPTS ? createHash("sha256") : undefined;
      return await readOnce(path, { settings, signal, digest }, read, files);
    } catch (error) {
      if (!isChange(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

function isChange(error: unknown): boolean {
  return FileAccessError.isInstance(error) && error.code === "changed";
}

async function readOnce<Value>(
  path: string,
  { settings, signal, digest }: Pick<AllowedFile, "settings" | "signal" | "digest">,
  read: (file: AllowedFile) => Promise<Value>,
  files: FileSystem,
): Promise<Value> {
  const located = await locateFile(path, settings, files);
  const checked = await statOfFile(located.realPath, files);
  const open = await openChecked(located.realPath, files);
  try {
    const stat = await open.stat();
    await confirmSame(open, stat, checked, located.realPath, files);
    if (!(await open.isStored())) throw new FileAccessError("not_a_file");
    if (stat.size > settings.maxFileBytes) throw new FileAccessError("too_large", { file_size_bytes: stat.size });
    const file = { ...located, open, stat, settings, signal, digest };
    const value = await read(file);
    await confirmUnwritten(file);
    return value;
  } catch (error) {
    throw FileAccessError.isInstance(error) || signal.aborted ? error : faultOf(error);
  } finally {
    // All was read: what goes wrong now takes nothing away.
    await open.close().catch(() => undefined);
  }
}

/** Looked at before it is opened, since opening a device may set it to work. */
async function statOfFile(realPath: string, files: FileSystem): Promise<FileStat> {
  const stat = await unlessGone(() => files.stat(realPath));
  if (stat.isLink) throw new FileAccessError("changed");
  if (!stat.isFile) throw new FileAccessError("not_a_file");
  return stat;
}

function openChecked(realPath: string, files: FileSystem): Promise<OpenFile> {
  return unlessGone(() => files.open(realPath));
}

/** What was there a moment ago and is not, or is a link now, has changed. */
async function unlessGone<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    const fault = faultOf(error);
    throw fault.code === "not_found" ? new FileAccessError("changed") : fault;
  }
}

/**
 * The open file is the one that was checked, and is where the check found it. Where the system cannot tell the path of an open
 * file, the path is followed again: that sees what was exchanged, but not what is exchanged back and forth at the right moments.
 */
async function confirmSame(
  open: OpenFile,
  stat: FileStat,
  checked: FileStat,
  realPath: string,
  files: FileSystem,
): Promise<void> {
  const isSame = stat.isFile && isSameFile(stat, checked);
  if (!isSame) throw new FileAccessError("changed");
  const where = await open.realPath();
  if (where === realPath) return;
  if (where !== undefined) throw new FileAccessError("changed");
  const again = await unlessGone(async () => [await files.realPath(realPath), await files.stat(realPath)] as const);
  if (again[0] !== realPath || !isSameFile(again[1], stat)) throw new FileAccessError("changed");
}

function isSameFile(one: FileStat, other: FileStat): boolean {
  return one.device === other.device && one.inode === other.inode;
}
