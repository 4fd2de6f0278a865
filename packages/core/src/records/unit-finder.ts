/** Finds the next place of one unit in a chunk, and remembers it, so that a far one is looked for only once. */

import type { Chunk } from "./chunk.js";

export class UnitFinder {
  readonly #unit: number;
  readonly #character: string;
  #chunk: Chunk = "";
  #found = -1;

  constructor(unit: number) {
    this.#unit = unit;
    this.#character = String.fromCharCode(unit);
  }

  /** Goes on to another chunk, or back in the same. */
  begin(chunk: Chunk): void {
    this.#chunk = chunk;
    this.#found = -1;
  }

  /** The first place of the unit at or after an index, or the length. It must not go back. */
  from(index: number): number {
    if (this.#found >= index) return this.#found;
    const chunk = this.#chunk;
    const found = typeof chunk === "string" ? chunk.indexOf(this.#character, index) : chunk.indexOf(this.#unit, index);
    this.#found = found < 0 ? chunk.length : found;
    return this.#found;
  }
}
