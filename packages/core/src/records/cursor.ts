/** Where the reading is: in which chunk, on which line, and how far in. */

import { Brackets } from "./brackets.js";
import { type Chunk, LINE_FEED } from "./chunk.js";
import { LineStart } from "./line-start.js";
import type { OpenRecord } from "./open-record.js";

export class Cursor<Piece extends Chunk> {
  at = 0;
  line = 1;
  chunk: Piece;
  readonly lineStart: LineStart = new LineStart();
  readonly brackets: Brackets = new Brackets();

  constructor(chunk: Piece) {
    this.chunk = chunk;
  }

  get isAtEnd(): boolean {
    return this.at >= this.chunk.length;
  }

  /** Goes to an index of a chunk, which is a new one or lies before. */
  goTo(chunk: Piece, at: number): void {
    this.chunk = chunk;
    this.at = at;
    this.brackets.begin(chunk);
  }

  /** Goes back to where the open record begins. */
  goBack(record: OpenRecord<Piece>): void {
    const { chunk, start } = record.until(this.chunk, this.chunk.length);
    this.goTo(chunk, start);
    this.line = record.line;
    record.open(start, this.line);
    this.brackets.reset();
  }

  /** Goes over a unit. */
  pass(unit: number): void {
    this.at += 1;
    if (unit === LINE_FEED) this.line += 1;
    this.lineStart.pass(unit);
  }

  /** Goes on through a value, until it ends or breaks, or the chunk ends. */
  passBrackets(): ReturnType<Brackets["pass"]> {
    const { brackets } = this;
    const { lineFeeds } = brackets;
    const progress = brackets.pass(this.chunk, this.at);
    this.at = brackets.at;
    this.line += brackets.lineFeeds - lineFeeds;
    return progress;
  }
}
