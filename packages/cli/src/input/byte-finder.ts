/** Finds the next place of one byte in a chunk, and remembers it, so that a far one is looked for only once. */
export class ByteFinder {
  readonly #byte: number;
  #chunk: Buffer = Buffer.alloc(0);
  #found = -1;

  constructor(byte: number) {
    this.#byte = byte;
  }

  /** Goes on to another chunk. */
  begin(chunk: Buffer): void {
    this.#chunk = chunk;
    this.#found = -1;
  }

  /** The first place of the byte at or after `index`, or infinity. `index` must not go back within a chunk. */
  from(index: number): number {
    if (this.#found >= index) return this.#found;
    const found = this.#chunk.indexOf(this.#byte, index);
    this.#found = found === -1 ? Number.POSITIVE_INFINITY : found;
    return this.#found;
  }
}
