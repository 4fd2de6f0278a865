/** A JSON reader that refuses what parsers disagree on: duplicate keys, a byte order mark, lone surrogates, depth, numbers out of range. */
import type { Json, JsonObject } from "./json.js";
import { pointerTo } from "./json.js";

export interface ReadProblem {
  readonly pointer: string;
  readonly message: string;
}

/** `value` is absent when the text is not JSON; problems beside a value are those that a lenient parser overlooks. */
export interface ReadResult {
  readonly value?: Json;
  readonly problems: readonly ReadProblem[];
}

const MAX_DEPTH = 256;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WHITESPACE = /[ \t\n\r]*/y;
const PLAIN_TEXT = /[^"\\\p{Cc}]*/uy;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LITERALS: readonly (readonly [string, Json])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Reads bytes as strict JSON; never throws. */
export function readStrictJson(bytes: Uint8Array): ReadResult {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { problems: [{ pointer: "", message: "the file is not UTF-8" }] };
  }
  if (text.startsWith("\uFEFF")) {
    return { problems: [{ pointer: "", message: "the file starts with a byte order mark" }] };
  }
  return new StrictReader(text).read();
}

class NotJson extends Error {
  readonly pointer: string;
  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

class StrictReader {
  readonly #text: string;
  readonly #problems: ReadProblem[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ReadResult {
    try {
      const value = this.#value("", 0);
      this.#skipWhitespace();
      if (this.#at < this.#text.length) this.#fail("", "text after the end of the value");
      return { value, problems: this.#problems };
    } catch (error) {
      if (!(error instanceof NotJson)) throw error;
      return { problems: [...this.#problems, { pointer: error.pointer, message: error.message }] };
    }
  }

  #value(pointer: string, depth: number): Json {
    if (depth > MAX_DEPTH) this.#fail(pointer, `nested deeper than ${MAX_DEPTH} levels`);
    this.#skipWhitespace();
    const next = this.#text[this.#at];
    if (next === "{") return this.#object(pointer, depth);
    if (next === "[") return this.#array(pointer, depth);
    if (next === '"') return this.#string(pointer);
    for (const [word, value] of LITERALS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#number(pointer);
  }

  #object(pointer: string, depth: number): JsonObject {
    const result: JsonObject = {};
    this.#at += 1;
    this.#skipWhitespace();
    if (this.#take("}")) return result;
    for (;;) {
      this.#skipWhitespace();
      if (this.#text[this.#at] !== '"') this.#fail(pointer, "a property name in quotes is missing");
      const key = this.#string(pointer);
      const place = pointerTo(pointer, key);
      if (Object.hasOwn(result, key)) this.#problem(place, "the key appears twice in one object");
      this.#skipWhitespace();
      if (!this.#take(":")) this.#fail(place, "a colon is missing after the key");
      // A plain assignment of `__proto__` would change the prototype.
      Object.defineProperty(result, key, {
        value: this.#value(place, depth + 1),
        enumerable: true,
        writable: true,
        configurable: true,
      });
      this.#skipWhitespace();
      if (this.#take("}")) return result;
      if (!this.#take(",")) this.#fail(place, "a comma or a closing brace is missing");
    }
  }

  #array(pointer: string, depth: number): Json[] {
    const result: Json[] = [];
    this.#at += 1;
    this.#skipWhitespace();
    if (this.#take("]")) return result;
    for (;;) {
      result.push(this.#value(pointerTo(pointer, result.length), depth + 1));
      this.#skipWhitespace();
      if (this.#take("]")) return result;
      if (!this.#take(",")) this.#fail(pointer, "a comma or a closing bracket is missing");
    }
  }

  #string(pointer: string): string {
    this.#at += 1;
    let result = "";
    for (;;) {
      result += this.#match(PLAIN_TEXT) ?? "";
      const next = this.#text[this.#at];
      if (next === '"') break;
      if (next === "\\") result += this.#escape(pointer);
      else if (next !== undefined && next >= "\u007F") {
        // C1 controls are in the Unicode class of controls, and JSON allows them.
        result += next;
        this.#at += 1;
      } else this.#fail(pointer, next === undefined ? "a string is not closed" : "a control character in a string");
    }
    this.#at += 1;
    if (LONE_SURROGATE.test(result)) this.#problem(pointer, "a string holds half of a surrogate pair");
    return result;
  }

  #escape(pointer: string): string {
    const letter = this.#text[this.#at + 1] ?? "";
    if (letter === "u") {
      const digits = this.#text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#fail(pointer, "\\u is not followed by four hexadecimal digits");
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const plain = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (plain === undefined) this.#fail(pointer, "an escape that JSON does not have");
    this.#at += 2;
    return plain;
  }

  #number(pointer: string): number {
    const literal = this.#match(NUMBER);
    if (literal === undefined) this.#fail(pointer, "no JSON value (NaN, Infinity, comments and loose commas are none)");
    const value = Number(literal);
    const vanished = value === 0 && /[1-9]/.test(literal.split(/[eE]/)[0] ?? "");
    if (!Number.isFinite(value) || vanished) this.#problem(pointer, "a number out of the range of a double");
    return value;
  }

  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skipWhitespace(): void {
    this.#match(WHITESPACE);
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #problem(pointer: string, message: string): void {
    this.#problems.push({ pointer, message: `${message} (${this.#position()})` });
  }

  #fail(pointer: string, message: string): never {
    throw new NotJson(pointer, `${message} (${this.#position()})`);
  }

  #position(): string {
    const before = this.#text.slice(0, this.#at);
    const line = before.split("\n").length;
    return `line ${line}, column ${this.#at - before.lastIndexOf("\n")}`;
  }
}
