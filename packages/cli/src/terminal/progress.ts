/** A line on standard error that says how far a long run is; silent unless standard error is a terminal. */

import { byteSize } from "./quantity.js";
import { clipText, visibleText } from "./visible.js";

const INTERVAL_MS = 100;
/** Short runs end before a progress line would be read. */
const DELAY_MS = 400;
const CLEAR_LINE = "\r\u001b[2K";

let drawn = false;

/** Takes the line away, so that what is printed next starts on a clean one. */
export function clearProgress(): void {
  if (drawn) process.stderr.write(CLEAR_LINE);
  drawn = false;
}

export class Progress {
  readonly #name: string;
  readonly #size: number | undefined;
  readonly #shown: boolean = process.stderr.isTTY === true;
  readonly #started: number = performance.now();
  #last = 0;

  /** `size` is the number of bytes to expect, where it is known. */
  constructor(name: string, size: number | undefined) {
    this.#name = visibleText(name);
    this.#size = size;
  }

  /** Says that `done` bytes have been read. */
  update(done: number): void {
    if (!this.#shown) return;
    const now = performance.now();
    if (now - this.#started < DELAY_MS || now - this.#last < INTERVAL_MS) return;
    this.#last = now;
    drawn = true;
    process.stderr.write(
      CLEAR_LINE + clipText(this.#text(done, now - this.#started), (process.stderr.columns || 80) - 1),
    );
  }

  #text(done: number, elapsedMs: number): string {
    const rate = `${byteSize((done / elapsedMs) * 1000)}/s`;
    if (this.#size === undefined || this.#size === 0) return `${this.#name}  ${byteSize(done)}  ${rate}`;
    const percent = Math.min(100, Math.floor((done / this.#size) * 100));
    return `${this.#name}  ${percent} %  ${byteSize(done)} of ${byteSize(this.#size)}  ${rate}`;
  }
}
