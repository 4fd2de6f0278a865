/** Strict reading: refuses what JSON parsers disagree on. */

import { ParseError, type ParseErrorCode } from "../errors/parse-error.js";
import { isInexact, isOutOfRange } from "./inexact.js";
import { toError } from "./parse.js";
import { positionIn } from "./position.js";
import { type Listener, scanJson } from "./scan.js";

const LONE_SURROGATE = /[\ud800-\udfff]/u;

/**
 * Checks a text before it is parsed.
 * @throws ParseError: not_json, too_deep, byte_order_mark, duplicate_key, lone_surrogate, number_out_of_range, inexact_number.
 */
export function assertStrict(text: string): void {
  if (text.charCodeAt(0) === 0xfeff) throw new ParseError("byte_order_mark", "a byte order mark", positionIn(text, 0));
  const fault = scanJson(text, new StrictListener(text));
  if (fault !== undefined) throw toError(text, fault);
}

class StrictListener implements Listener {
  readonly #text: string;
  /** The names seen in each open object; an array has none. */
  readonly #names: Set<string>[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  open(): void {
    this.#names.push(new Set());
  }

  close(): void {
    this.#names.pop();
  }

  key(start: number, end: number): void {
    const name = this.#string(start, end);
    const seen = this.#names.at(-1);
    if (seen?.has(name)) this.#refuse("duplicate_key", "a property name twice in one object", start);
    seen?.add(name);
  }

  scalar(start: number, end: number): void {
    const first = this.#text.charCodeAt(start);
    if (first === 0x22) this.#string(start, end);
    else if (first < 0x61) this.#number(start, end);
  }

  #string(start: number, end: number): string {
    const literal = this.#text.slice(start, end);
    const value = literal.includes("\\") ? (JSON.parse(literal) as string) : literal.slice(1, -1);
    if (LONE_SURROGATE.test(value)) this.#refuse("lone_surrogate", "half a surrogate pair in a string", start);
    return value;
  }

  #number(start: number, end: number): void {
    const literal = this.#text.slice(start, end);
    if (!isInexact(literal)) return;
    if (isOutOfRange(literal)) this.#refuse("number_out_of_range", "a number out of the range of doubles", start);
    this.#refuse("inexact_number", "a number that a double cannot hold", start);
  }

  #refuse(code: ParseErrorCode, rule: string, offset: number): never {
    throw new ParseError(code, rule, positionIn(this.#text, offset));
  }
}
