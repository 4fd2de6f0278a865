/** A record that lies across chunks: collects its pieces, or lets them through where it is over the size limit. */

import type { RecordSink } from "./sink.js";

/** The largest record that is looked into, in bytes: the codec's own limit. */
export const MAX_RECORD_BYTES: number = 64 * 1024 * 1024;

export class PartialRecord {
  readonly #sink: RecordSink;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(sink: RecordSink) {
    this.#sink = sink;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Adds a piece of the record that began on `line`. */
  add(bytes: Buffer, start: number, end: number, line: number): void {
    if (start === end) return;
    this.#size += end - start;
    if (this.#size <= MAX_RECORD_BYTES) {
      this.#pieces.push(Buffer.from(bytes.subarray(start, end)));
      return;
    }
    for (const piece of this.#pieces) this.#sink.oversizedPiece(piece, 0, piece.length, line);
    this.#pieces = [];
    this.#sink.oversizedPiece(bytes, start, end, line);
  }

  /** Ends the record: its bytes, or undefined where it was over the limit and has been handed out in pieces. */
  end(line: number): Buffer | undefined {
    const oversized = this.#size > MAX_RECORD_BYTES;
    const whole = oversized ? undefined : Buffer.concat(this.#pieces, this.#size);
    this.#pieces = [];
    this.#size = 0;
    if (oversized) this.#sink.oversizedEnd(line);
    return whole;
  }
}
