/** Writes the records that could not be migrated to a file of their own, one line each, with the reason and the exact bytes. */

import { isUtf8 } from "node:buffer";
import type { Defect } from "../report/verdict.js";
import { BlockWriter } from "./block-writer.js";
import type { Target } from "./target.js";

/** What stands beside a rejected record: where it was, and what is wrong with it. */
export interface Rejection {
  readonly file: string;
  readonly line: number;
  readonly defect: Defect;
}

/**
 * Each line is `{"file", "line", "code", "issues": […], "raw": "…"}`. Where the record is not UTF-8, or over the size
 * limit, `raw_base64` stands in place of `raw`. Either gives the record back byte for byte.
 */
export class RejectsWriter {
  readonly #out: BlockWriter;
  #base64Rest: Buffer | undefined;

  constructor(target: Target) {
    this.#out = new BlockWriter((bytes) => target.write(bytes));
  }

  /** Keeps bytes `start` to `end`, a whole record. */
  add(rejection: Rejection, bytes: Buffer, start: number, end: number): void {
    const raw = bytes.subarray(start, end);
    const member = isUtf8(raw) ? `"raw":${JSON.stringify(raw.toString())}` : `"raw_base64":"${raw.toString("base64")}"`;
    this.#out.text(`${opening(rejection)},${member}}\n`);
  }

  /** Keeps a piece of a record that comes in pieces; they are written as they come. */
  addPiece(rejection: Rejection, bytes: Buffer, start: number, end: number): void {
    if (this.#base64Rest === undefined) this.#out.text(`${opening(rejection)},"raw_base64":"`);
    const piece = Buffer.concat([this.#base64Rest ?? Buffer.alloc(0), bytes.subarray(start, end)]);
    // Base64 goes by threes; what is over waits for the next piece.
    const whole = piece.length - (piece.length % 3);
    this.#out.text(piece.toString("base64", 0, whole));
    this.#base64Rest = piece.subarray(whole);
  }

  /** Ends the record that came in pieces. */
  endPieces(): void {
    this.#out.text(`${(this.#base64Rest ?? Buffer.alloc(0)).toString("base64")}"}\n`);
    this.#base64Rest = undefined;
  }

  settle(): Promise<void> {
    return this.#out.settle();
  }

  end(): Promise<void> {
    return this.#out.end();
  }
}

/** The line up to the record itself, without the closing brace. */
function opening({ file, line, defect }: Rejection): string {
  return JSON.stringify({ file, line, code: defect.code, issues: defect.findings }).slice(0, -1);
}
