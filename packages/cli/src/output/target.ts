/** Where a command writes its result: a file that is replaced as a whole or not at all, a device, or standard output. */

import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { constants, writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { access, lstat, mkdir, open, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { errorCode, fileFailure } from "../failure.js";
import { writeToStdout } from "../terminal/printer.js";
import { forgetTemporary, rememberTemporary } from "./temporary.js";

/** A destination. `finish` makes all that was written safe on the disk; only `commit` shows it under the target's name. */
export interface Target {
  readonly name: string;
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

const STDOUT_NAMES: ReadonlySet<string> = new Set(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]);
const MAX_LINKS = 40;

/**
 * Opens a destination; `-` is standard output. A file is written beside its final place and renamed at the end. A
 * symbolic link stays one: the file it points to is replaced. Devices and pipes are written to directly. Folders that
 * are missing are made.
 * @throws CommandFailure where it cannot be written
 */
export async function openTarget(path: string): Promise<Target> {
  if (path === "-" || STDOUT_NAMES.has(resolve(path))) return standardOutput();
  try {
    const place = await followLinks(resolve(path));
    const existing = await statIfThere(place);
    if (existing?.isDirectory()) throw Object.assign(new Error("not a file"), { code: "EISDIR" });
    if (existing !== undefined) await access(place, constants.W_OK);
    const isDevice = existing !== undefined && !existing.isFile();
    return isDevice ? await openDevice(path, place) : await openReplacement(path, place, existing);
  } catch (error) {
    throw fileFailure("write", path, error);
  }
}

function standardOutput(): Target {
  const done = (): Promise<void> => Promise.resolve();
  return { name: "<stdout>", write: writeToStdout, finish: done, commit: done, discard: done };
}

async function openDevice(name: string, place: string): Promise<Target> {
  const handle = await open(place, "w");
  const close = (): Promise<void> => handle.close();
  return {
    name,
    write: (bytes) => writeAll(name, handle, bytes),
    finish: close,
    commit: async () => {},
    discard: close,
  };
}

async function openReplacement(name: string, place: string, existing: Stats | undefined): Promise<Target> {
  const folder = dirname(place);
  if (existing === undefined) await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.parlance-${randomBytes(8).toString("hex")}.tmp`);
  rememberTemporary(temporary);
  try {
    // Nobody else may read a file that replaces a private one, not even while it is being written.
    const handle = await open(temporary, "wx", existing === undefined ? 0o666 : 0o600);
    if (existing !== undefined) await takeOver(handle, existing);
    return new Replacement(name, place, temporary, handle);
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

class Replacement implements Target {
  readonly name: string;
  readonly #place: string;
  readonly #temporary: string;
  readonly #handle: FileHandle;

  constructor(name: string, place: string, temporary: string, handle: FileHandle) {
    this.name = name;
    this.#place = place;
    this.#temporary = temporary;
    this.#handle = handle;
  }

  /** Synchronously: to a file this costs half of handing the bytes to another thread. */
  async write(bytes: Uint8Array): Promise<void> {
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#handle.fd, bytes, written);
    } catch (error) {
      throw fileFailure("write", this.name, error);
    }
  }

  /** The bytes must be on the disk before the name is, or a power cut could leave an empty file in the old one's place. */
  async finish(): Promise<void> {
    try {
      await this.#handle.sync();
      await this.#handle.close();
    } catch (error) {
      throw fileFailure("write", this.name, error);
    }
  }

  async commit(): Promise<void> {
    try {
      await rename(this.#temporary, this.#place);
      forgetTemporary(this.#temporary);
    } catch (error) {
      throw fileFailure("write", this.name, error);
    }
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#temporary, { force: true });
    forgetTemporary(this.#temporary);
  }
}

async function writeAll(name: string, handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0;
  try {
    while (written < bytes.length) {
      written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten;
    }
  } catch (error) {
    throw fileFailure("write", name, error);
  }
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
