/** Holds the record that is being read while it comes in pieces. */

import { type Chunk, join, slice, trim, unitAt } from "./chunk.js";

/** One record of a history, not yet parsed. */
export interface SplitRecord {
  /** Text or bytes as they came; empty when `oversized`. */
  readonly content: Chunk;
  /** The line at which it starts, from 1. */
  readonly line: number;
  /** It was longer than the limit, and was skipped. */
  readonly oversized: boolean;
}

/** Remembers at most one record of the longest allowed size. */
export class Collector {
  isOpen = false;
  line = 1;
  chunk: Chunk = "";
  private readonly limit: number;
  private start = 0;
  private pieces: Chunk[] = [];
  private size = 0;
  private oversized = false;

  /** @param limit In UTF-16 code units or bytes. */
  constructor(limit: number) {
    this.limit = limit;
  }

  open(at: number, line: number): void {
    this.isOpen = true;
    this.line = line;
    this.start = at;
    this.forget();
  }

  /**
   * Ends the record before an index of the chunk; undefined for one of white space only.
   * @param dropComma Whether a comma at its end separates it from the next.
   */
  close(end: number, dropComma: boolean): SplitRecord | undefined {
    this.collect(end);
    const { line, oversized } = this;
    const trimmed = trim(join(this.pieces));
    this.discard();
    const content = dropComma ? trim(withoutComma(trimmed)) : trimmed;
    return oversized || content.length > 0 ? { content, line, oversized } : undefined;
  }

  /** There is no record after all. */
  discard(): void {
    this.isOpen = false;
    this.forget();
  }

  /** Ends the chunk; the next one goes on with the record. */
  carry(): void {
    if (!this.isOpen) return;
    this.collect(this.chunk.length);
    // The giver of the bytes may use its memory again.
    const last = this.pieces.at(-1);
    if (typeof last === "object") this.pieces.splice(-1, 1, new Uint8Array(last));
    this.start = 0;
  }

  /** The record so far and all that follows it in the chunk. Only for a record that is not too long. */
  reread(): Chunk {
    this.pieces.push(slice(this.chunk, this.start, this.chunk.length));
    return join(this.pieces);
  }

  /** How much of the record came before an index of the chunk. */
  lengthUntil(at: number): number {
    return this.size + at - this.start;
  }

  /** Whether the record is too long with what comes before an index of the chunk. */
  exceedsAt(at: number): boolean {
    return this.lengthUntil(at) > this.limit;
  }

  private collect(end: number): void {
    this.size += end - this.start;
    if (this.size > this.limit) this.oversized = true;
    if (this.oversized) this.pieces = [];
    else if (end > this.start) this.pieces.push(slice(this.chunk, this.start, end));
  }

  private forget(): void {
    this.pieces = [];
    this.size = 0;
    this.oversized = false;
  }
}

function withoutComma(content: Chunk): Chunk {
  const last = content.length - 1;
  return last >= 0 && unitAt(content, last) === 0x2c ? slice(content, 0, last) : content;
}
