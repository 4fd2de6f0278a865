/** Opens what a command reads: a file by its name, or standard input as `-`. */

import { type BigIntStats, fstatSync, readSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { CommandFailure, fileFailure } from "../failure.js";

/** Something to read from, in chunks that are overwritten once the next one has been asked for. */
export interface InputSource {
  /** How messages call it. */
  readonly name: string;
  /** How many bytes there are, where that is known. */
  readonly size: number | undefined;
  /** The open file, where it is one and no pipe, terminal or device. */
  readonly file: SourceFile | undefined;
  /** Goes on where the last call stopped, which is how a file that has grown is read on. */
  chunks(): AsyncIterable<Buffer>;
  /** Lets go of it, also where it has not been read; may be called twice. */
  close(): Promise<void>;
}

export interface SourceFile {
  readonly descriptor: number;
  /** Whether it is read from its first byte, and can be read on; standard input is neither for certain. */
  readonly isSeekable: boolean;
  /** As it was before its first byte was read. */
  readonly opened: BigIntStats;
}

/** These lead to standard input, but cannot be opened where that is a socket. */
const STDIN_NAMES: ReadonlySet<string> = new Set(["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);

const STDIN_DESCRIPTOR = 0;
const CHUNK_BYTES = 256 * 1024;

const taken = new WeakSet<object>();

/** Whether a path means standard input. */
export function isStandardInput(path: string): boolean {
  return path === "-" || STDIN_NAMES.has(resolve(path));
}

/** Opens a file for reading, or standard input for `-`. @throws CommandFailure where it cannot be read. */
export async function openSource(path: string): Promise<InputSource> {
  if (isStandardInput(path)) return takeStandardInput();
  try {
    const handle = await open(path, "r");
    const stats = await handle.stat({ bigint: true });
    if (stats.isDirectory()) {
      await handle.close();
      throw Object.assign(new Error("not a file"), { code: "EISDIR" });
    }
    const isFile = stats.isFile();
    const size = isFile ? Number(stats.size) : undefined;
    const file = isFile ? { descriptor: handle.fd, isSeekable: true, opened: stats } : undefined;
    return { name: path, size, file, chunks: () => fileChunks(path, handle, isFile), close: () => handle.close() };
  } catch (error) {
    throw fileFailure("read", path, error);
  }
}

/** A second reader would find nothing, and take that for an empty history. */
function takeStandardInput(): InputSource {
  const { stdin } = process;
  if (taken.has(stdin)) throw new CommandFailure("standard input can be read only once");
  taken.add(stdin);
  return { name: "<stdin>", size: undefined, file: standardInputFile(), chunks: standardInput, close: async () => {} };
}

/** The file that standard input comes from, if any. */
function standardInputFile(): SourceFile | undefined {
  try {
    const opened = fstatSync(STDIN_DESCRIPTOR, { bigint: true });
    return opened.isFile() ? { descriptor: STDIN_DESCRIPTOR, isSeekable: false, opened } : undefined;
  } catch {
    // A descriptor that is closed comes from nowhere.
    return undefined;
  }
}

async function* standardInput(): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of process.stdin) yield chunk as Buffer;
  } catch (error) {
    throw fileFailure("read", "<stdin>", error);
  }
}

/**
 * Reads with one buffer, over and over. A regular file is read synchronously, which costs a fifth of handing each chunk to
 * another thread; the event loop still gets its turn after each chunk, so that a signal is heard.
 */
async function* fileChunks(path: string, handle: FileHandle, isRegular: boolean): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  try {
    for (;;) {
      const filled = isRegular
        ? readSync(handle.fd, buffer, 0, buffer.length, null)
        : (await handle.read(buffer, 0, buffer.length, null)).bytesRead;
      if (filled === 0) return;
      yield buffer.subarray(0, filled);
      if (isRegular) await setImmediate();
    }
  } catch (error) {
    throw fileFailure("read", path, error);
  }
}
