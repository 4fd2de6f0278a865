/** Reads a JSON text so that every value can be written again as it was spelled, and notices keys that stand twice in one object. */

import type { Fields, JsonValue } from "../runtime/json.js";
import { RawScalar } from "../runtime/raw-scalar.js";
import { keepSpelling } from "../runtime/spelling.js";
import { setMember } from "../runtime/tidy.js";
import { type Listener, scanJson } from "./scan.js";

export interface SpelledText {
  /** Its containers have their spelling; a `RawScalar` stands where `JSON.stringify` would write another text. */
  readonly tree: JsonValue;
  /** The objects in which a key stands twice. Of its values the tree has the last, as `JSON.parse` does. */
  readonly repeating: ReadonlySet<object>;
}

/** @param text A JSON text within the limits. */
export function readSpelled(text: string): SpelledText {
  const builder = new Builder(text);
  scanJson(text, builder);
  return { tree: builder.tree as JsonValue, repeating: builder.repeating };
}

interface Open {
  readonly container: Fields | unknown[];
  readonly start: number;
  /** Of the member that comes next. */
  key: string;
}

class Builder implements Listener {
  tree: unknown;
  readonly repeating: Set<object> = new Set();
  readonly #text: string;
  readonly #open: Open[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  open(start: number, isArray: boolean): void {
    this.#open.push({ container: isArray ? [] : {}, start, key: "" });
  }

  close(end: number): void {
    const { container, start } = this.#open.pop() as Open;
    keepSpelling(container, this.#text.slice(start, end));
    this.#add(container);
  }

  key(start: number, end: number): void {
    const parent = this.#open.at(-1) as Open;
    parent.key = JSON.parse(this.#text.slice(start, end)) as string;
    if (Object.hasOwn(parent.container, parent.key)) this.repeating.add(parent.container);
  }

  scalar(start: number, end: number): void {
    const literal = this.#text.slice(start, end);
    const value = JSON.parse(literal) as string | number | boolean | null;
    const isRaw = typeof value !== "boolean" && value !== null && JSON.stringify(value) !== literal;
    this.#add(isRaw ? new RawScalar(literal, value) : value);
  }

  #add(value: unknown): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.tree = value;
    else if (Array.isArray(parent.container)) parent.container.push(value);
    else setMember(parent.container, parent.key, value);
  }
}
