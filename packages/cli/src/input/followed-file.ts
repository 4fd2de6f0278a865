/** The input of a run that replaces it: what others append meanwhile is read too, and any other change stops the run. */

import { type BigIntStats, fstatSync, readSync, type Stats, statSync } from "node:fs";
import { crc32 } from "node:zlib";
import { changedMeanwhile, fileFailure } from "../failure.js";
import type { SourceFile } from "./source.js";

const LINE_FEED = 10;
const BLOCK_BYTES = 256 * 1024;
/** A writer that never pauses is left behind after so many looks; what it wrote since is taken over after the rename. */
const MAX_LOOKS = 100;
/** Waiting for the disk takes longer than the pauses of many writers. */
const MAX_SAFE_LOOKS = 3;

export interface FollowedParts {
  readonly name: string;
  readonly file: SourceFile;
  /** The path, without links, under which the file is to be replaced. */
  readonly place: string;
  /** Writes what was read so far, so that little is left to do after the last look; `safely` asks for it to be on the disk. */
  readonly save: (safely: boolean) => Promise<void>;
}

export class FollowedFile {
  readonly #parts: FollowedParts;
  #seen: BigIntStats;
  #read = 0;
  #last = LINE_FEED;
  #looks = 0;
  /** Where the bytes begin that were read since the last look, and their checksum. */
  #from = 0;
  #checksum = 0;

  constructor(parts: FollowedParts) {
    this.#parts = parts;
    this.#seen = parts.file.opened;
  }

  isSameFile({ ino, dev }: Stats): boolean {
    return Number(this.#seen.ino) === ino && Number(this.#seen.dev) === dev;
  }

  /** Whether somebody is writing to it. */
  get isGrowing(): boolean {
    return this.#looks > 1;
  }

  /** The next bytes that were read. */
  take(chunk: Buffer): void {
    this.#read += chunk.length;
    this.#last = chunk.at(-1) ?? this.#last;
    this.#checksum = crc32(chunk, this.#checksum);
  }

  /**
   * Asked at the end of the file: whether there is more of it by now.
   * @throws CommandFailure where it is not what was read any more
   */
  async hasMore(): Promise<boolean> {
    await this.#parts.save(this.#looks < MAX_SAFE_LOOKS);
    this.#looks += 1;
    return this.#hasGrown() && this.#looks < MAX_LOOKS;
  }

  /**
   * The last look before the file is replaced.
   * @param mayGrow Whether {@link late} is written where what was read went.
   * @throws CommandFailure where it is not what was read any more
   */
  confirm(mayGrow: boolean): void {
    const atBoundary = this.#last === LINE_FEED;
    if (this.#hasGrown() && !(mayGrow && atBoundary)) throw this.#changed();
  }

  /** What was appended since the last byte was read, also after the file lost its name; nothing as a rule. */
  late(): Buffer {
    if (!this.#parts.file.isSeekable) return Buffer.alloc(0);
    const bytes = this.#bytes(this.#read, Math.max(0, Number(this.#stats().size) - this.#read));
    this.#read += bytes.length;
    return bytes;
  }

  #hasGrown(): boolean {
    const now = this.#stats();
    if (this.#isUnchanged(now)) return false;
    if (!this.#parts.file.isSeekable || now.size < this.#read || !this.#stillHoldsWhatWasRead()) throw this.#changed();
    this.#seen = now;
    this.#from = this.#read;
    this.#checksum = 0;
    return true;
  }

  /** @throws CommandFailure where the place leads to another file by now */
  #isUnchanged(now: BigIntStats): boolean {
    const there = statSync(this.#parts.place, { bigint: true, throwIfNoEntry: false });
    if (there?.ino !== now.ino || there.dev !== now.dev) throw this.#changed();
    const isComplete = !this.#parts.file.isSeekable || now.size === BigInt(this.#read);
    return isComplete && now.size === this.#seen.size && now.mtimeNs === this.#seen.mtimeNs;
  }

  /** Whoever rewrites a file in place changes at least some of what was read last. */
  #stillHoldsWhatWasRead(): boolean {
    let checksum = 0;
    for (let at = this.#from; at < this.#read; at += BLOCK_BYTES)
      checksum = crc32(this.#bytes(at, Math.min(BLOCK_BYTES, this.#read - at)), checksum);
    return checksum === this.#checksum;
  }

  #bytes(from: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    try {
      while (filled < length) {
        const more = readSync(this.#parts.file.descriptor, bytes, filled, length - filled, from + filled);
        if (more === 0) break;
        filled += more;
      }
    } catch (error) {
      throw fileFailure("read", this.#parts.name, error);
    }
    return bytes.subarray(0, filled);
  }

  #stats(): BigIntStats {
    return fstatSync(this.#parts.file.descriptor, { bigint: true });
  }

  #changed(): Error {
    return changedMeanwhile(this.#parts.name);
  }
}
