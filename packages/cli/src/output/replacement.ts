/** A file that is written beside its place, and gets its name as a whole or not at all. */

import { renameSync, type Stats } from "node:fs";
import { type FileHandle, rm } from "node:fs/promises";
import { fileFailure } from "../failure.js";
import { OldFile } from "./old-file.js";
import type { Target } from "./target.js";
import { forgetTemporary } from "./temporary.js";

const LINE_FEED = 10;

interface ReplacementParts {
  readonly name: string;
  readonly place: string;
  readonly old: Stats | undefined;
  readonly temporary: string;
  readonly handle: FileHandle;
}

export class Replacement implements Target {
  readonly name: string;
  readonly place: string;
  readonly old: Stats | undefined;
  readonly #temporary: string;
  readonly #handle: FileHandle;
  #kept: OldFile | undefined;
  #isSaved = false;
  #isShown = false;

  constructor({ name, place, old, temporary, handle }: ReplacementParts) {
    this.name = name;
    this.place = place;
    this.old = old;
    this.#temporary = temporary;
    this.#handle = handle;
  }

  write(bytes: Uint8Array): Promise<void> {
    this.#isSaved = false;
    return writeAll(this.name, this.#handle, bytes);
  }

  async keepOld(): Promise<void> {
    this.#kept = new OldFile(this.name, this.place);
    let last = LINE_FEED;
    for await (const chunk of this.#kept.content()) {
      await this.write(chunk);
      last = chunk.at(-1) ?? last;
    }
    if (last !== LINE_FEED) await this.write(Buffer.from([LINE_FEED]));
  }

  /** The bytes must be on the disk before the name is, or a power cut could leave an empty file in the old one's place. */
  async save(): Promise<void> {
    if (this.#isSaved) return;
    try {
      await this.#handle.sync();
      this.#isSaved = true;
    } catch (error) {
      throw fileFailure("write", this.name, error);
    }
  }

  confirm(): void {
    this.#kept?.confirm();
  }

  show(): void {
    try {
      renameSync(this.#temporary, this.place);
      this.#isShown = true;
    } catch (error) {
      throw fileFailure("write", this.name, error);
    }
  }

  async close(): Promise<void> {
    if (this.#isShown) await this.save();
    await this.#handle.close().catch(() => undefined);
    if (!this.#isShown) await rm(this.#temporary, { force: true });
    forgetTemporary(this.#temporary);
  }
}

/** Writes all of `bytes`; `name` is what messages call the file. */
export async function writeAll(name: string, handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0;
  try {
    while (written < bytes.length) {
      written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten;
    }
  } catch (error) {
    throw fileFailure("write", name, error);
  }
}
