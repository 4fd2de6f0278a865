/** Lines for standard output, collected and written in blocks, at the pace of whoever reads them. */

import { clearProgress } from "./progress.js";

const BLOCK_CHARACTERS = 65_536;

export class Printer {
  #text = "";

  /** Adds text as it is. */
  write(text: string): void {
    this.#text += text;
  }

  /** Adds one line. */
  line(text: string = ""): void {
    this.#text += `${text}\n`;
  }

  /** Writes what has been collected once it is worth a write; resolves when the reader has kept up. */
  async settle(): Promise<void> {
    if (this.#text.length >= BLOCK_CHARACTERS) await this.flush();
  }

  /** Writes all that has been collected. */
  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    if (text === "") return;
    clearProgress();
    await writeToStdout(text);
  }
}

/** {@link writeTo} standard output. */
export function writeToStdout(data: string | Uint8Array): Promise<void> {
  return writeTo(process.stdout, data);
}

/**
 * Writes to a standard stream and resolves when the reader is ready for more. A reader that went away ends the whole
 * command (see main.ts), so a failed write has nobody left to tell.
 */
export function writeTo(stream: NodeJS.WriteStream, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (stream.write(data)) resolve();
    else stream.once("drain", resolve);
  });
}
