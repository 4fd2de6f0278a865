/** Takes a byte order mark off the beginning of a history, which may come in pieces. */

import { type Chunk, type Join, sliceOfChunk, unitAt } from "./chunk.js";

const OF_TEXT = [0xfeff];
const OF_BYTES = [0xef, 0xbb, 0xbf];

export class ByteOrderMark<Piece extends Chunk> {
  wasFound = false;
  readonly #join: Join<Piece>;
  #isDone = false;
  #held: Piece | undefined;

  constructor(join: Join<Piece>) {
    this.#join = join;
  }

  /** What a chunk adds to the content: at first with what was held back before, as long as it may be the beginning of a mark. */
  contentOf(chunk: Piece): Piece {
    if (this.#isDone) return chunk;
    const head = this.#held === undefined ? chunk : this.#join([this.#held, chunk]);
    const mark = typeof head === "string" ? OF_TEXT : OF_BYTES;
    const matching = mark.findIndex((unit, index) => index >= head.length || unitAt(head, index) !== unit);
    this.wasFound = matching === -1;
    this.#isDone = this.wasFound || matching < head.length;
    this.#held = this.#isDone ? undefined : this.#join([head]);
    return sliceOfChunk(head, this.#isDone ? (this.wasFound ? mark.length : 0) : head.length, head.length);
  }

  /** What was held back and is not a mark after all. */
  rest(): Piece {
    const rest = this.#held ?? this.#join([]);
    this.#isDone = true;
    return rest;
  }
}
