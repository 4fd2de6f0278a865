/** Reads JSON text token by token: the one grammar behind error places, strict reading, exact numbers and slices of text. */

import { MAX_DEPTH } from "../runtime/freeze.js";

/** What breaks the grammar, or the limit on nesting, and where. */
export interface Fault {
  readonly rule: string;
  readonly offset: number;
  readonly deep?: true;
}

/** Hears of every token; `end` is the offset after it. */
export interface Listener {
  /** The start of an object or array. */
  open?(offset: number, isArray: boolean): void;
  /** The end of the innermost object or array. */
  close?(end: number): void;
  /** A property name, with its quotes. */
  key?(start: number, end: number): void;
  /** A string, number, boolean or null. */
  scalar?(start: number, end: number): void;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /(?:true|false|null)(?![A-Za-z0-9_])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The first fault of a text, or undefined when it is one JSON value nested no deeper than the limit. */
export function scanJson(text: string, listener: Listener): Fault | undefined {
  return new Scanner(text, listener).run();
}

/** Nesting is a stack of its own, so no text makes the scanner run out of stack. */
class Scanner {
  readonly #text: string;
  readonly #listener: Listener;
  /** The closing character of each open container. */
  readonly #closers: number[] = [];
  #at = 0;
  #fault: Fault | undefined;

  constructor(text: string, listener: Listener) {
    this.#text = text;
    this.#listener = listener;
  }

  run(): Fault | undefined {
    while (this.#value()) {
      while (this.#closers.length > 0 && this.#next() === this.#closers.at(-1)) this.#close();
      if (this.#closers.length === 0) return this.#end();
      if (!this.#separator()) break;
    }
    return this.#fault;
  }

  /** Reads one scalar, or the opening of containers down to one; true when a value has ended or an empty container is open. */
  #value(): boolean {
    for (;;) {
      const unit = this.#next();
      if (unit !== OPEN_OBJECT && unit !== OPEN_ARRAY) return this.#scalar(unit);
      if (!this.#open(unit)) return false;
      if (this.#next() === this.#closers.at(-1)) return true;
      if (unit === OPEN_OBJECT && !this.#key()) return false;
    }
  }

  #open(unit: number): boolean {
    if (this.#closers.length === MAX_DEPTH) return this.#deep();
    this.#listener.open?.(this.#at, unit === OPEN_ARRAY);
    this.#closers.push(unit === OPEN_ARRAY ? CLOSE_ARRAY : CLOSE_OBJECT);
    this.#at += 1;
    return true;
  }

  #close(): void {
    this.#at += 1;
    this.#closers.pop();
    this.#listener.close?.(this.#at);
  }

  #key(): boolean {
    if (this.#next() !== QUOTE) return this.#fail("expected a property name in quotes");
    const start = this.#at;
    if (!this.#string()) return false;
    this.#listener.key?.(start, this.#at);
    if (this.#next() !== COLON) return this.#fail("expected a colon after a property name");
    this.#at += 1;
    return true;
  }

  #separator(): boolean {
    const inObject = this.#closers.at(-1) === CLOSE_OBJECT;
    if (this.#next() !== COMMA) {
      return this.#fail(inObject ? "expected a comma or a closing brace" : "expected a comma or a closing bracket");
    }
    this.#at += 1;
    return !inObject || this.#key();
  }

  #scalar(unit: number): boolean {
    const start = this.#at;
    const read =
      unit === QUOTE ? this.#string() : this.#match(NUMBER) || this.#match(WORD) || this.#fail("expected a value");
    if (read) this.#listener.scalar?.(start, this.#at);
    return read;
  }

  #string(): boolean {
    const text = this.#text;
    for (this.#at += 1; this.#at < text.length; ) {
      const unit = text.charCodeAt(this.#at);
      if (unit === QUOTE) {
        this.#at += 1;
        return true;
      }
      if (unit < 0x20) return this.#fail("a control character in a string must be escaped");
      if (unit !== BACKSLASH) this.#at += 1;
      else if (!this.#match(ESCAPE)) return this.#fail("a backslash in a string must begin an escape");
    }
    return this.#fail("expected the end of a string");
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  /** Skips white space; the code unit after it, NaN at the end. */
  #next(): number {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit;
      this.#at += 1;
    }
  }

  #end(): Fault | undefined {
    if (!Number.isNaN(this.#next())) this.#fail("expected nothing after the value");
    return this.#fault;
  }

  #deep(): false {
    this.#fault = { rule: `nested more than ${MAX_DEPTH} levels deep`, offset: this.#at, deep: true };
    return false;
  }

  #fail(rule: string): false {
    const atEnd = this.#at >= this.#text.length;
    this.#fault = { rule: atEnd ? "the text ends too early" : rule, offset: Math.min(this.#at, this.#text.length) };
    return false;
  }
}
