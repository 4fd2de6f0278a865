/** Gathers what a sink writes into blocks, so that passing a line on costs no system call and, mostly, no copy of its own. */

const BLOCK_BYTES = 1024 * 1024;
/** So many blocks are kept for use again. */
const MAX_SPARE = 2;
/** UTF-8 needs at most this many bytes for one UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

type Write = (bytes: Uint8Array) => Promise<void>;

/**
 * `copy`, `text` and `bytes` only gather; `settle` writes. Lent bytes that follow each other, such as unchanged lines of
 * one chunk, are gathered in one piece.
 */
export class BlockWriter {
  readonly #write: Write;
  #block: Buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #filled = 0;
  #full: Buffer[] = [];
  #spare: Buffer[] = [];
  #writing: Promise<void> = Promise.resolve();
  #lent: Buffer | undefined;
  #lentStart = 0;
  #lentEnd = 0;

  constructor(write: Write) {
    this.#write = write;
  }

  /** Takes bytes that are only valid until the next {@link settle}. */
  copy(bytes: Buffer, start: number, end: number): void {
    if (bytes === this.#lent && start === this.#lentEnd) {
      this.#lentEnd = end;
      return;
    }
    this.#takeLent();
    this.#lent = bytes;
    this.#lentStart = start;
    this.#lentEnd = end;
  }

  /** Takes text, as UTF-8. */
  text(text: string): void {
    this.#takeLent();
    if (text.length * BYTES_PER_UNIT <= BLOCK_BYTES - this.#filled) {
      this.#filled += this.#block.write(text, this.#filled);
      return;
    }
    const encoded = Buffer.from(text);
    this.#append(encoded, 0, encoded.length);
  }

  /**
   * Starts writing what is worth a write, once what was started before is written; afterwards lent bytes are no longer needed.
   * A failed write is told by the next call, or by {@link end}.
   */
  async settle(): Promise<void> {
    this.#takeLent();
    if (this.#full.length === 0) return;
    const blocks = this.#full;
    this.#full = [];
    await this.#writing;
    this.#writing = this.#writeBlocks(blocks);
    this.#writing.catch(() => undefined);
  }

  /** Writes the rest, and waits until everything is written. */
  async end(): Promise<void> {
    await this.settle();
    await this.#writing;
    if (this.#filled > 0) await this.#write(this.#block.subarray(0, this.#filled));
    this.#filled = 0;
  }

  async #writeBlocks(blocks: readonly Buffer[]): Promise<void> {
    for (const block of blocks) {
      await this.#write(block);
      if (this.#spare.length < MAX_SPARE) this.#spare.push(block);
    }
  }

  #takeLent(): void {
    const lent = this.#lent;
    this.#lent = undefined;
    if (lent !== undefined) this.#append(lent, this.#lentStart, this.#lentEnd);
  }

  #append(bytes: Buffer, start: number, end: number): void {
    let from = start;
    while (from < end) {
      if (this.#filled === BLOCK_BYTES) this.#nextBlock();
      const to = Math.min(end, from + BLOCK_BYTES - this.#filled);
      bytes.copy(this.#block, this.#filled, from, to);
      this.#filled += to - from;
      from = to;
    }
  }

  #nextBlock(): void {
    this.#full.push(this.#block);
    this.#block = this.#spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#filled = 0;
  }
}
