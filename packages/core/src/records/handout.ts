/** Hands out what the reader found: the layout, records without white space around them, and the gaps between. */

import { wholeAfterDamage } from "./after-damage.js";
import { type Chunk, COMMA, endOfLine, type Join, LINE_FEED, textOfUnits, unitAt, withoutSpace } from "./chunk.js";
import { OpenRecord } from "./open-record.js";
import type { Layout, RecordSink } from "./sink.js";

export class Handout<Piece extends Chunk> {
  readonly record: OpenRecord<Piece>;
  /** Undefined until the first record is known, and after an array. */
  layout: Layout | undefined;
  firstLayout: Layout | undefined;
  readonly #sink: RecordSink<Piece>;
  /** Where the gap begins, while no record is open. */
  #gapFrom = 0;

  constructor(sink: RecordSink<Piece>, join: Join<Piece>, limit: number) {
    this.#sink = sink;
    this.record = new OpenRecord(sink, join, limit);
  }

  /** The first record decides on the layout of all, up to the end of an array. */
  decide(layout: Layout): void {
    if (this.layout !== undefined) return;
    this.layout = layout;
    this.firstLayout ??= layout;
    this.#sink.begin(layout);
  }

  /** The gap begins at an index, where no record is open any more. */
  beginGap(at: number): void {
    this.record.close();
    this.#gapFrom = at;
  }

  endGap(chunk: Piece, end: number): void {
    if (this.#gapFrom < end) this.#sink.gap(chunk, this.#gapFrom, end);
    this.#gapFrom = end;
  }

  /** The chunk has ended; the next one goes on with the record or the gap. */
  carry(chunk: Piece): void {
    if (!this.record.isOpen) this.endGap(chunk, chunk.length);
    else {
      if (this.record.exceedsAt(chunk.length)) this.decide("ndjson");
      this.record.carry(chunk);
    }
    this.#gapFrom = 0;
  }

  /**
   * Ends the open record before an index of the chunk.
   * @param isLost Whether it may have the comma at its end that comes before the next.
   */
  endRecord(chunk: Piece, end: number, isLost: boolean): void {
    if (this.record.exceedsAt(end)) this.#endOversized(chunk, end);
    else this.#endWhole(chunk, end, isLost);
    this.beginGap(end);
  }

  /**
   * Ends the open record, a damaged element, before the whole ones that follow on it up to the end of the array, and hands out those.
   * @returns Whether there are any.
   */
  endArray(last: Piece, before: number): boolean {
    const { chunk, start, end } = this.record.until(last, before);
    const elements = wholeAfterDamage(textOfUnits(chunk, start, withoutSpace(chunk, start, end)));
    const [first] = elements;
    if (first === undefined) return false;
    let { line } = this.record;
    let from = withoutComma(chunk, start, start + first.start);
    this.#sink.record(chunk, start, from, line);
    line += lineFeedsIn(chunk, start, from);
    for (const element of elements) {
      const [begin, stop] = [start + element.start, start + element.end];
      if (from < begin) this.#sink.gap(chunk, from, begin);
      line += lineFeedsIn(chunk, from, begin);
      this.#sink.record(chunk, begin, stop, line);
      line += lineFeedsIn(chunk, begin, stop);
      from = stop;
    }
    this.#sink.gap(chunk, from, end);
    this.beginGap(before);
    return true;
  }

  #endOversized(chunk: Piece, end: number): void {
    this.decide("ndjson");
    this.record.handOut(chunk, end);
    this.#sink.oversizedEnd(this.record.line);
  }

  #endWhole(last: Piece, before: number, isLost: boolean): void {
    const { chunk, start, end } = this.record.until(last, before);
    const stop = isLost && this.layout === "array" ? withoutComma(chunk, start, end) : withoutSpace(chunk, start, end);
    if (this.layout === undefined) this.decide(endOfLine(chunk, start) < stop ? "values" : "ndjson");
    this.#sink.record(chunk, start, stop, this.record.line);
    if (stop < end) this.#sink.gap(chunk, stop, end);
  }
}

function lineFeedsIn(chunk: Chunk, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (unitAt(chunk, at) === LINE_FEED) count += 1;
  return count;
}

/** Where a damaged element ends without the white space at its end, and without the comma that comes before the next. */
function withoutComma(chunk: Chunk, start: number, end: number): number {
  const stop = withoutSpace(chunk, start, end);
  return stop > start && unitAt(chunk, stop - 1) === COMMA ? withoutSpace(chunk, start, stop - 1) : stop;
}
