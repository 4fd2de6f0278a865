/** What a splitter hands out while it goes through a file, in the order of the file. */

/** Why a record is broken before anybody has parsed it: it stands where no record may stand. */
export type Misplaced = "outside_array";

/** What is wrong with a file as a whole. */
export type FileProblem = "array_not_closed" | "missing_comma" | "extra_comma";

/**
 * Receives a file piece by piece. `bytes` is only on loan: it is overwritten after the call, so what is needed later
 * must be copied. Records and gaps together are every byte of the file, a byte order mark at its start excepted.
 */
export interface RecordSink {
  /** One whole record: bytes `start` to `end`, beginning on line `line` (the first is 1). */
  record(bytes: Buffer, start: number, end: number, line: number, misplaced?: Misplaced): void;
  /** A piece of a record that is over the size limit; it is never held as a whole. */
  oversizedPiece(bytes: Buffer, start: number, end: number, line: number): void;
  /** The end of the record that came in pieces. */
  oversizedEnd(line: number): void;
  /** What lies between records: line breaks, blank lines, and the brackets and commas of an array. */
  gap(bytes: Buffer, start: number, end: number): void;
  /** The file as a whole is damaged at `line`. */
  problem(problem: FileProblem, line: number): void;
  /** Called after each chunk: the place to wait until what was written has been taken. */
  settle(): Promise<void>;
}

/** Cuts a file into records. */
export interface Splitter {
  /** Takes the next bytes of the file; they may be overwritten after the call. */
  push(chunk: Buffer): void;
  /** Says that the file has ended. */
  finish(): void;
}
