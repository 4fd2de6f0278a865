/** Goes through a JSON text that is known to be one, token by token or over whole values. */

import { isSpace } from "./read-text.js";
import { endOfString } from "./string-end.js";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Stands before a value, or before a key of an object. */
export class TokenCursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#space();
  }

  isAtContainer(): boolean {
    return isOpening(this.#unit());
  }

  isAtArray(): boolean {
    return this.#unit() === OPEN_ARRAY;
  }

  /** Goes into a container, to its first value or key; past it and false where it is empty. */
  enter(): boolean {
    this.#at += 1;
    if (!isClosing(this.#space())) return true;
    this.#at += 1;
    return false;
  }

  /** Goes to the next value or key of the container; past its end and false after the last. */
  goOn(): boolean {
    const hasMore = this.#space() === COMMA;
    this.#at += 1;
    if (hasMore) this.#space();
    return hasMore;
  }

  /** Reads a key and goes to its value. */
  key(): string {
    const literal = this.scalar();
    if (this.#space() === COLON) this.#at += 1;
    this.#space();
    return literal.includes("\\") ? (JSON.parse(literal) as string) : literal.slice(1, -1);
  }

  /** Goes over a string, number, boolean or null. */
  passScalar(): void {
    this.#at = this.#endOfScalar(this.#at);
  }

  /** Reads the text of a string, number, boolean or null. */
  scalar(): string {
    return this.#upTo(this.#endOfScalar(this.#at));
  }

  /** Reads the text of a value, whatever it is. */
  value(): string {
    return this.#upTo(this.#endOfValue());
  }

  /** Reads the text of an object or array that `JSON.stringify` gives too; stays where it is and undefined before any other. */
  printed(value: object): string | undefined {
    const printed = JSON.stringify(value);
    return this.#text.startsWith(printed, this.#at) ? this.#upTo(this.#at + printed.length) : undefined;
  }

  #endOfValue(): number {
    if (!this.isAtContainer()) return this.#endOfScalar(this.#at);
    let at = this.#at;
    let depth = 0;
    do {
      const unit = this.#text.charCodeAt(at);
      if (unit === QUOTE) at = endOfString(this.#text, at);
      else if (isOpening(unit)) depth += 1;
      else if (isClosing(unit)) depth -= 1;
      at += 1;
    } while (depth > 0);
    return at;
  }

  #endOfScalar(start: number): number {
    if (this.#text.charCodeAt(start) === QUOTE) return endOfString(this.#text, start) + 1;
    let end = start + 1;
    while (end < this.#text.length && !isEndOfWord(this.#text.charCodeAt(end))) end += 1;
    return end;
  }

  #upTo(end: number): string {
    const literal = this.#text.slice(this.#at, end);
    this.#at = end;
    return literal;
  }

  #unit(): number {
    return this.#text.charCodeAt(this.#at);
  }

  /** Skips white space; the code unit after it. */
  #space(): number {
    while (isSpace(this.#unit())) this.#at += 1;
    return this.#unit();
  }
}

function isOpening(unit: number): boolean {
  return unit === OPEN_OBJECT || unit === OPEN_ARRAY;
}

function isClosing(unit: number): boolean {
  return unit === CLOSE_OBJECT || unit === CLOSE_ARRAY;
}

/** What may follow a number or a word. */
function isEndOfWord(unit: number): boolean {
  return unit === COMMA || isClosing(unit) || isSpace(unit);
}
