/** Where a command writes its result: a file that is replaced as a whole or not at all, a device, or standard output. */

import type { Stats } from "node:fs";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { access, lstat, mkdir, open, readlink, realpath, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode, fileFailure } from "../failure.js";
import { writeTo } from "../terminal/printer.js";
import { Replacement, writeAll } from "./replacement.js";
import { forgetTemporary, rememberTemporary, removeStale, temporaryPath } from "./temporary.js";

/** A destination. What is written has its name only after `show`. */
export interface Target {
  readonly name: string;
  /** Where it really leads, the same for two paths that lead to the same place. */
  readonly place: string;
  /** The file that it replaces, where there is one. */
  readonly old: Stats | undefined;
  write(bytes: Uint8Array): Promise<void>;
  /** Begins with what the old file held, on a line of its own; must come before the first write. Devices hold nothing. */
  keepOld(): Promise<void>;
  /** Makes what was written so far safe on the disk. */
  save(): Promise<void>;
  /**
   * Says that nobody else has written what {@link keepOld} would have had to keep.
   * @throws CommandFailure
   */
  confirm(): void;
  /** Gives it its name, at once; nothing may be written afterwards. */
  show(): void;
  /** Lets go of it, shown as a whole or not at all; may be called twice. */
  close(): Promise<void>;
}

const STDOUT_NAMES: ReadonlySet<string> = new Set(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]);
const STDERR_NAMES: ReadonlySet<string> = new Set(["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"]);
const MAX_LINKS = 40;

/**
 * Opens a destination; `-` is standard output. A file is written beside its final place and renamed at the end. A
 * symbolic link stays one: the file it points to is replaced. Devices and pipes are written to directly. Folders that
 * are missing are made.
 * @throws CommandFailure where it cannot be written
 */
export async function openTarget(path: string): Promise<Target> {
  if (path === "-" || STDOUT_NAMES.has(resolve(path))) return standardStream("<stdout>", process.stdout);
  if (STDERR_NAMES.has(resolve(path))) return standardStream("<stderr>", process.stderr);
  try {
    const existing = await statIfThere(path);
    if (existing?.isDirectory()) throw Object.assign(new Error("not a file"), { code: "EISDIR" });
    if (existing !== undefined) await access(path, constants.W_OK);
    // By its own path: the links of /dev/fd to pipes lead to no place in the file system.
    if (existing !== undefined && !existing.isFile()) return await openDevice(path);
    return await openReplacement(path, await followLinks(resolve(path)), existing);
  } catch (error) {
    throw fileFailure("write", path, error);
  }
}

const nothing = (): Promise<void> => Promise.resolve();

/** What has no file that could be replaced: what is written is there. */
function direct(name: string, place: string, write: Target["write"], close: Target["close"] = nothing): Target {
  const none = (): void => {};
  return { name, place, old: undefined, write, keepOld: nothing, save: nothing, confirm: none, show: none, close };
}

function standardStream(name: string, stream: NodeJS.WriteStream): Target {
  return direct(name, name, (bytes) => writeTo(stream, bytes));
}

/** Takes what is written and keeps none of it: a run that only tells what it would do. */
export function discardingTarget(name: string): Target {
  return direct(name, name, nothing);
}

async function openDevice(path: string): Promise<Target> {
  const handle = await open(path, "w");
  const write = (bytes: Uint8Array): Promise<void> => writeAll(path, handle, bytes);
  return direct(path, resolve(path), write, () => handle.close());
}

async function openReplacement(name: string, place: string, existing: Stats | undefined): Promise<Target> {
  if (existing === undefined) await mkdir(dirname(place), { recursive: true });
  const folder = await realpath(dirname(place));
  await removeStale(folder);
  const temporary = temporaryPath(folder);
  rememberTemporary(temporary);
  try {
    // Nobody else may read a file that replaces a private one, not even while it is being written.
    const handle = await open(temporary, "wx", existing === undefined ? 0o666 : 0o600);
    if (existing !== undefined) await takeOver(handle, existing);
    return new Replacement({ name, place: join(folder, basename(place)), old: existing, temporary, handle });
  } catch (error) {
    await rm(temporary, { force: true });
    forgetTemporary(temporary);
    throw error;
  }
}

/** Gives the new file the owner and mode of the old one; the owner only where the system lets us. */
async function takeOver(handle: FileHandle, existing: Stats): Promise<void> {
  await handle.chown(existing.uid, existing.gid).catch(() => undefined);
  await handle.chmod(existing.mode & 0o7777);
}

/** The place that a path leads to, also where the last of its links points to nothing yet. */
async function followLinks(path: string): Promise<string> {
  let place = path;
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const stats = await lstat(place).catch(ignoreMissing);
    if (stats === undefined || !stats.isSymbolicLink()) return place;
    // A link says where to go from the folder that it really lies in.
    place = resolve(await realpath(dirname(place)), await readlink(place));
  }
  throw Object.assign(new Error("too many links"), { code: "ELOOP" });
}

function statIfThere(path: string): Promise<Stats | undefined> {
  return stat(path).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
  return undefined;
}
