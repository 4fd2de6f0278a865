/** The record that is being read, while it comes in pieces: held up to a limit, and handed out piece by piece beyond it. */

import { type Chunk, type Join, sliceOfChunk } from "./chunk.js";
import type { RecordSink } from "./sink.js";

/** A part of a chunk. */
export interface Span<Piece extends Chunk> {
  readonly chunk: Piece;
  readonly start: number;
  readonly end: number;
}

/** Remembers at most one record of the longest allowed size. */
export class OpenRecord<Piece extends Chunk> {
  isOpen = false;
  /** The line on which it begins. */
  line = 1;
  readonly #sink: Pick<RecordSink<Piece>, "oversizedPiece">;
  readonly #join: Join<Piece>;
  readonly #limit: number;
  /** Where it begins, or goes on, in the chunk. */
  #start = 0;
  #pieces: Piece[] = [];
  /** How much of it came in earlier chunks. */
  #size = 0;

  constructor(sink: Pick<RecordSink<Piece>, "oversizedPiece">, join: Join<Piece>, limit: number) {
    this.#sink = sink;
    this.#join = join;
    this.#limit = limit;
  }

  open(at: number, line: number): void {
    this.isOpen = true;
    this.line = line;
    this.#start = at;
    this.#size = 0;
    this.#forgetPieces();
  }

  /** There is no record any more; one begins anew in the next chunk. */
  close(): void {
    this.isOpen = false;
    this.#forgetPieces();
  }

  /** How long it is with what comes before an index of the chunk. */
  lengthUntil(at: number): number {
    return this.#size + at - this.#start;
  }

  exceedsAt(at: number): boolean {
    return this.lengthUntil(at) > this.#limit;
  }

  /** All of it, which ends before an index of the chunk; only while it is not too long. */
  until(chunk: Piece, end: number): Span<Piece> {
    if (this.#pieces.length === 0) return { chunk, start: this.#start, end };
    const whole = this.#join([...this.#pieces, sliceOfChunk(chunk, this.#start, end)]);
    return { chunk: whole, start: 0, end: whole.length };
  }

  /** Goes on with the next chunk. */
  carry(chunk: Piece): void {
    if (this.exceedsAt(chunk.length)) this.handOut(chunk, chunk.length);
    // The giver of the chunk may use its memory again.
    else if (chunk.length > this.#start)
      this.#pieces.push(this.#join([sliceOfChunk(chunk, this.#start, chunk.length)]));
    this.#size = this.lengthUntil(chunk.length);
    this.#start = 0;
  }

  /** Hands out what was not handed out yet, up to an index of the chunk. */
  handOut(chunk: Piece, end: number): void {
    for (const piece of this.#pieces) this.#sink.oversizedPiece(piece, 0, piece.length, this.line);
    this.#forgetPieces();
    if (end > this.#start) this.#sink.oversizedPiece(chunk, this.#start, end, this.line);
  }

  #forgetPieces(): void {
    if (this.#pieces.length > 0) this.#pieces = [];
  }
}
