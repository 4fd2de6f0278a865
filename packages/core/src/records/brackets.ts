/** Follows the brackets and strings of one JSON value, to find where it ends, or that it was cut. */

import { isSpace } from "../reading/read-text.js";
import {
  BACKSLASH,
  type Chunk,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  closerOf,
  LINE_FEED,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
  unitAt,
} from "./chunk.js";
import { UnitFinder } from "./unit-finder.js";

/** The value goes on. */
export const INSIDE = 0;
/** The last open bracket was closed, or the string that is the value. */
export const CLOSED = 1;
/** No JSON value goes on like this. */
export const BROKEN = 2;
type Progress = typeof INSIDE | typeof CLOSED | typeof BROKEN;

/** Brackets nested deeper are counted, not compared: such a record is refused later anyway. */
const COMPARED = 1024;

/**
 * Looks at structure only; what is wrong between brackets is found by parsing. A cut is noticed early, in the next line: a line
 * feed inside a string, or a line that cannot follow on the one before. So one cut record does not swallow all that follow.
 */
export class Brackets {
  /** Where {@link pass} stopped: after the unit that closed the value, at the one that broke it, or at the end of the chunk. */
  at = 0;
  /** How many line feeds the value has so far. */
  lineFeeds = 0;
  readonly #closers: number[] = [];
  #uncompared = 0;
  #inString = false;
  #escaped = false;
  #progress: Progress = INSIDE;
  /** Whether nothing but white space came since the last line feed. */
  isAtLineStart = false;
  /** The last unit that is not white space; 0 before the first. */
  #previous = 0;
  readonly #quotes = new UnitFinder(QUOTE);
  readonly #backslashes = new UnitFinder(BACKSLASH);
  readonly #breaks = new UnitFinder(LINE_FEED);

  /** Goes on to another chunk, or back in the same. */
  begin(chunk: Chunk): void {
    this.#quotes.begin(chunk);
    this.#backslashes.begin(chunk);
    this.#breaks.begin(chunk);
  }

  /** Forgets the value. */
  reset(): void {
    this.lineFeeds = 0;
    if (this.#closers.length > 0) this.#closers.length = 0;
    this.#uncompared = 0;
    this.#inString = false;
    this.#escaped = false;
    this.isAtLineStart = false;
    this.#previous = 0;
  }

  /** Whether nothing came but the bracket that opens an array. */
  get isEmptyArray(): boolean {
    return this.#closers.length === 1 && this.#previous === OPEN_ARRAY;
  }

  /** Goes on through a chunk from one index to another, until the value ends or breaks. */
  pass(chunk: Chunk, from: number, to: number = chunk.length): Progress {
    this.#progress = INSIDE;
    this.at = from;
    while (this.at < to && this.#progress === INSIDE) {
      this.at = this.#inString ? this.#passText(chunk, this.at, to) : this.#passTokens(chunk, this.at, to);
    }
    return this.#progress;
  }

  /** Goes on to the next string, or to where the value ends or breaks. */
  #passTokens(chunk: Chunk, from: number, to: number): number {
    for (let at = from; at < to; at += 1) {
      const unit = unitAt(chunk, at);
      if (unit === SPACE) continue;
      if (unit === LINE_FEED) this.#beginLine();
      else if (!isSpace(unit)) {
        if (this.isAtLineStart && !this.#follows(unit)) return this.#stop(BROKEN, at);
        if (this.#hasLostQuote(unit)) return this.#stop(BROKEN, at);
        this.isAtLineStart = false;
        this.#previous = unit;
        if (unit === QUOTE) {
          this.#inString = true;
          return at + 1;
        }
        const progress = this.#passBracket(unit);
        if (progress !== INSIDE) return this.#stop(progress, progress === CLOSED ? at + 1 : at);
      }
    }
    return to;
  }

  #beginLine(): void {
    this.isAtLineStart = true;
    this.lineFeeds += 1;
  }

  #stop(progress: Progress, at: number): number {
    this.#progress = progress;
    return at;
  }

  /** A word that touches a string has lost a quote, or the string has: from here on text would be taken for tokens. */
  #hasLostQuote(unit: number): boolean {
    return unit === QUOTE ? isOfWord(this.#previous) : this.#previous === QUOTE && isOfWord(unit);
  }

  #passBracket(unit: number): Progress {
    if (unit === CLOSE_ARRAY || unit === CLOSE_OBJECT) return this.#close(unit);
    const closer = closerOf(unit);
    return closer === undefined ? INSIDE : this.#open(closer);
  }

  /** Goes on to the end of a string. A line feed is never escaped: what ends with a backslash was cut off there. */
  #passText(chunk: Chunk, from: number, to: number): number {
    let at = from;
    while (at < to) {
      if (!this.#escaped) at = Math.min(to, this.#quotes.from(at), this.#backslashes.from(at), this.#breaks.from(at));
      if (at === to) return to;
      const unit = unitAt(chunk, at);
      if (unit === LINE_FEED) return this.#stop(BROKEN, at);
      at += 1;
      if (unit === QUOTE && !this.#escaped) return this.#endText(at);
      this.#escaped = unit === BACKSLASH && !this.#escaped;
    }
    return at;
  }

  #endText(at: number): number {
    this.#inString = false;
    return this.#closers.length === 0 ? this.#stop(CLOSED, at) : at;
  }

  #open(closer: number): Progress {
    if (this.#closers.length < COMPARED) this.#closers.push(closer);
    else this.#uncompared += 1;
    return INSIDE;
  }

  #close(unit: number): Progress {
    if (this.#uncompared > 0) {
      this.#uncompared -= 1;
      return INSIDE;
    }
    if (this.#closers.pop() !== unit) return BROKEN;
    return this.#closers.length === 0 ? CLOSED : INSIDE;
  }

  /** Whether a line can begin with this unit: two values have a comma or a colon between them, and a name comes after a comma. */
  #follows(unit: number): boolean {
    const previous = this.#previous;
    const isAfterOpen = previous === OPEN_ARRAY || previous === OPEN_OBJECT;
    if (unit === CLOSE_ARRAY || unit === CLOSE_OBJECT) return true;
    if (unit === COMMA || unit === COLON) return !isAfterOpen && previous !== COMMA && previous !== COLON;
    if (previous === COLON || previous === OPEN_ARRAY || previous === 0) return true;
    if (previous !== COMMA && !isAfterOpen) return false;
    return unit === QUOTE || this.#closers.at(-1) !== CLOSE_OBJECT;
  }
}

/** Whether a unit outside of strings is part of a number or a word. */
function isOfWord(unit: number): boolean {
  const isOfStructure = unit === COMMA || unit === COLON || unit === QUOTE || isBracket(unit);
  return unit !== 0 && !isOfStructure;
}

function isBracket(unit: number): boolean {
  return unit === CLOSE_ARRAY || unit === CLOSE_OBJECT || closerOf(unit) !== undefined;
}
