/** What the reader of records hands out while it goes through a history, in the order of the history. */

import type { Chunk } from "./chunk.js";

/**
 * `ndjson`: one record a line. `array`: the elements of a JSON array. `values`: records over several lines, one after the other.
 */
export type Layout = "ndjson" | "array" | "values";

/** What is wrong with a history as a whole. Its records are found all the same. */
export type LayoutProblem = "array_not_closed" | "missing_comma" | "extra_comma" | "outside_array";

/**
 * Receives a history piece by piece. A chunk is only on loan: what is needed after the call must be copied. Records and gaps together are
 * the whole history, a byte order mark at its start excepted.
 */
export interface RecordSink<Piece extends Chunk> {
  /** The first record is known to be laid out so, and then the first after each array. */
  begin(layout: Layout): void;
  /** One record, without white space around it, from `start` to `end` of the chunk; it begins on line `line` (the first is 1). */
  record(chunk: Piece, start: number, end: number, line: number): void;
  /** A piece of a record that is over the limit, and is never held as a whole. */
  oversizedPiece(chunk: Piece, start: number, end: number, line: number): void;
  /** The end of the record that came in pieces. */
  oversizedEnd(line: number): void;
  /** What lies between records: white space, and the brackets and commas of an array. */
  gap(chunk: Piece, start: number, end: number): void;
  problem(problem: LayoutProblem, line: number): void;
}
