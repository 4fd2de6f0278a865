/** Cuts a stream into its lines, whatever they hold, for a protocol of one message a line. */

import { MAX_BYTES, OpenRecord } from "@parlance/core/internal";
import type { WaitingRecordSink } from "./sink.js";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** What is done with a line, which has no line break any more, or with one over the size limit. */
export type LineSink = Pick<WaitingRecordSink, "record" | "oversizedPiece" | "oversizedEnd">;

/** Blank lines are lines, too. */
export class LineSplitter {
  readonly #sink: LineSink;
  readonly #open: OpenRecord<Buffer>;
  #line = 1;

  constructor(sink: LineSink) {
    this.#sink = sink;
    this.#open = new OpenRecord(sink, Buffer.concat, MAX_BYTES);
  }

  /** Takes the next bytes; they may be overwritten after the call. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      if (!this.#open.isOpen) this.#open.open(start, this.#line);
      this.#end(chunk, end);
      start = end + 1;
    }
    if (start === chunk.length) return;
    if (!this.#open.isOpen) this.#open.open(start, this.#line);
    this.#open.carry(chunk);
  }

  /** The stream has ended. */
  finish(): void {
    if (this.#open.isOpen) this.#end(Buffer.alloc(0), 0);
  }

  #end(chunk: Buffer, before: number): void {
    if (this.#open.exceedsAt(before)) this.#sink.oversizedEnd(this.#line);
    else {
      const { chunk: bytes, start, end } = this.#open.until(chunk, before);
      const hasReturn = end > start && bytes[end - 1] === CARRIAGE_RETURN;
      this.#sink.record(bytes, start, hasReturn ? end - 1 : end, this.#line);
    }
    this.#open.close();
    this.#line += 1;
  }
}
