/** Where a command writes its result: a file that is replaced as a whole or not at all, a device, or standard output. */

import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { constants, createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { access, lstat, mkdir, open, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode, fileFailure } from "../failure.js";
import { writeTo } from "../terminal/printer.js";
import { forgetTemporary, rememberTemporary } from "./temporary.js";

/** A destination. `finish` makes all that was written safe on the disk; only `commit` shows it under the target's name. */
export interface Target {
  readonly name: string;
  /** Where it really leads, the same for two paths that lead to the same place. */
  readonly place: string;
  write(bytes: Uint8Array): Promise<void>;
  /** Begins with what the old file held, on a line of its own; must come before the first write. Devices hold nothing. */
  keepOld(): Promise<void>;
  finish(): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

const LINE_FEED = 10;
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

function standardStream(name: string, stream: NodeJS.WriteStream): Target {
  const write = (bytes: Uint8Array): Promise<void> => writeTo(stream, bytes);
  return { name, place: name, write, keepOld: nothing, finish: nothing, commit: nothing, discard: nothing };
}

async function openDevice(path: string): Promise<Target> {
  const handle = await open(path, "w");
  const close = (): Promise<void> => handle.close();
  const write = (bytes: Uint8Array): Promise<void> => writeAll(path, handle, bytes);
  return { name: path, place: resolve(path), write, keepOld: nothing, finish: close, commit: nothing, discard: close };
}

async function openReplacement(name: string, place: string, existing: Stats | undefined): Promise<Target> {
  if (existing === undefined) await mkdir(dirname(place), { recursive: true });
  const folder = await realpath(dirname(place));
  const temporary = join(folder, `.parlance-${randomBytes(8).toString("hex")}.tmp`);
  rememberTemporary(temporary);
  try {
    // Nobody else may read a file that replaces a private one, not even while it is being written.
    const handle = await open(temporary, "wx", existing === undefined ? 0o666 : 0o600);
    if (existing !== undefined) await takeOver(handle, existing);
    return new Replacement(name, join(folder, basename(place)), temporary, handle);
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
  readonly place: string;
  readonly #temporary: string;
  readonly #handle: FileHandle;

  constructor(name: string, place: string, temporary: string, handle: FileHandle) {
    this.name = name;
    this.place = place;
    this.#temporary = temporary;
    this.#handle = handle;
  }

  write(bytes: Uint8Array): Promise<void> {
    return writeAll(this.name, this.#handle, bytes);
  }

  async keepOld(): Promise<void> {
    let last = LINE_FEED;
    for await (const chunk of contentOf(this.name, this.place)) {
      await this.write(chunk);
      last = chunk.at(-1) ?? last;
    }
    if (last !== LINE_FEED) await this.write(Buffer.from([LINE_FEED]));
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
      await rename(this.#temporary, this.place);
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

/** What a file holds; nothing where there is none. */
async function* contentOf(name: string, path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Buffer;
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw fileFailure("read", name, error);
  }
}

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
  return undefined;
}
