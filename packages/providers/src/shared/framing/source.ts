/** Reads a source piece by piece, and can be told to stop at any time, also while a piece is awaited. */

import { ParseError } from "@parlance/core";
import type { StreamSource } from "../types.js";

interface Step {
  readonly done?: boolean | undefined;
  readonly value?: unknown;
}

/** What streams and iterables have in common. */
interface Pieces {
  read(): Promise<Step>;
  /** Frees the source before its end. */
  stop(): Promise<unknown>;
  /** Lets others use it after its end. */
  release?(): void;
}

const END: Step = { done: true };

export class FrameSource {
  readonly #pieces: Pieces;
  #isOver = false;
  #isStopped = false;
  /** Ends the wait for a piece; undefined while nobody waits. */
  #wake: ((step: Step) => void) | undefined;

  /** @throws ParseError for what is neither text, bytes, a stream nor an iterable. */
  constructor(source: StreamSource) {
    this.#pieces = piecesOf(source);
  }

  /** Whether somebody wants no more of it; the end of the source itself does not count. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * The next piece; undefined after the last one, or when the source was stopped.
   * @throws Whatever the source throws, as it is.
   */
  async next(): Promise<unknown> {
    while (!this.#isOver) {
      const { done, value } = await this.#step();
      if (done === true) this.#end();
      else if (value !== undefined && !this.#isOver) return value;
    }
    return undefined;
  }

  /**
   * Ends the reading now. A source that is in the middle of a piece is not waited for: an async generator that hangs there could
   * not be freed.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#isOver) return;
    this.#isOver = true;
    const freed = this.#free();
    if (this.#wake === undefined) await freed;
    else this.#wake(END);
  }

  async #step(): Promise<Step> {
    try {
      return await new Promise<Step>((resolve, reject) => {
        this.#wake = resolve;
        this.#pieces.read().then(resolve, reject);
      });
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      this.#wake = undefined;
    }
  }

  async #free(): Promise<void> {
    try {
      await this.#pieces.stop();
      this.#pieces.release?.();
    } catch {
      // What goes wrong in a source that is not read any more concerns nobody.
    }
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#pieces.release?.();
  }
}

function piecesOf(source: StreamSource): Pieces {
  if (typeof source === "string" || ArrayBuffer.isView(source)) return piecesOfIterator([source].values());
  if (typeof source === "object" && source !== null) {
    // Not every browser can iterate over a stream, but each has readers.
    if ("getReader" in source) return piecesOfStream(source);
    if (Symbol.asyncIterator in source) return piecesOfIterator(source[Symbol.asyncIterator]());
    if (Symbol.iterator in source) return piecesOfIterator(source[Symbol.iterator]());
  }
  throw new ParseError("not_text", "the source is neither text, bytes, a stream nor an iterable");
}

function piecesOfStream(source: Extract<StreamSource, { getReader: unknown }>): Pieces {
  const reader = source.getReader();
  return {
    read: async () => reader.read(),
    stop: async () => reader.cancel(),
    release: () => reader.releaseLock(),
  };
}

function piecesOfIterator(iterator: AsyncIterator<unknown> | Iterator<unknown>): Pieces {
  return {
    read: async () => iterator.next(),
    stop: async () => iterator.return?.(),
  };
}
