/** What a file held before it is replaced, for an output that begins with it. */

import { createReadStream, type Stats, statSync } from "node:fs";
import { changedMeanwhile, errorCode, fileFailure } from "../failure.js";

export class OldFile {
  readonly #name: string;
  readonly #place: string;
  readonly #before: Stats | undefined;

  constructor(name: string, place: string) {
    this.#name = name;
    this.#place = place;
    this.#before = statSync(place, { throwIfNoEntry: false });
  }

  /** Its bytes; none where there is no such file. */
  async *content(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of createReadStream(this.#place)) yield chunk as Buffer;
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw fileFailure("read", this.#name, error);
    }
  }

  /** @throws CommandFailure where it is not as it was when it was read: what was written into it since would be lost. */
  confirm(): void {
    const now = statSync(this.#place, { throwIfNoEntry: false });
    const isSame = (["ino", "dev", "size", "mtimeMs"] as const).every((name) => now?.[name] === this.#before?.[name]);
    if (!isSame) throw changedMeanwhile(this.#name);
  }
}
