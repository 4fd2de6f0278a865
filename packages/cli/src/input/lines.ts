/** Cuts NDJSON into records, one a line. Works on bytes: text is only made of one line at a time. */

import { PartialRecord } from "./partial-record.js";
import type { RecordSink, Splitter } from "./sink.js";

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const OPEN_BRACE = 123;

export interface LineOptions {
  /** Hand out blank lines as records too, instead of passing them on as gaps. */
  readonly blankLines?: boolean;
}

export class LineSplitter implements Splitter {
  readonly #sink: RecordSink;
  readonly #partial: PartialRecord;
  readonly #blankLines: boolean;
  #line = 1;

  constructor(sink: RecordSink, options: LineOptions = {}) {
    this.#sink = sink;
    this.#partial = new PartialRecord(sink);
    this.#blankLines = options.blankLines ?? false;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      if (this.#partial.isEmpty) this.#hand(chunk, start, end, end + 1);
      else this.#complete(chunk, start, end);
      this.#line += 1;
      start = end + 1;
    }
    this.#partial.add(chunk, start, chunk.length, this.#line);
  }

  finish(): void {
    if (this.#partial.isEmpty) return;
    const whole = this.#partial.end(this.#line);
    if (whole !== undefined) this.#hand(whole, 0, whole.length, whole.length);
  }

  /** Ends a line that began in an earlier chunk. */
  #complete(chunk: Buffer, start: number, end: number): void {
    this.#partial.add(chunk, start, end, this.#line);
    const whole = this.#partial.end(this.#line);
    if (whole === undefined) {
      this.#sink.gap(chunk, end, end + 1);
      return;
    }
    // The record and its line break in one piece, so that both can be passed on as they came.
    const line = Buffer.concat([whole, chunk.subarray(end, end + 1)]);
    this.#hand(line, 0, whole.length, line.length);
  }

  /** Hands out the line from `start` to `end`, whose line break ends at `next`. */
  #hand(bytes: Buffer, start: number, end: number, next: number): void {
    const stop = end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
    if (bytes[start] !== OPEN_BRACE && !this.#blankLines && isBlank(bytes, start, stop)) {
      this.#sink.gap(bytes, start, next);
      return;
    }
    this.#sink.record(bytes, start, stop, this.#line);
    if (stop < next) this.#sink.gap(bytes, stop, next);
  }
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index];
    if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) return false;
  }
  return true;
}
