/** Finds the very text of values inside a JSON text. */

import { pointerStep } from "./pointer.js";
import { type Listener, scanJson } from "./scan.js";

/**
 * The slices of a JSON text that hold the values at the given JSON Pointers.
 * Where a name occurs twice the last one counts, as it does for `JSON.parse`.
 */
export function slicesAt(text: string, pointers: ReadonlySet<string>): ReadonlyMap<string, string> {
  const finder = new Finder(text, pointers);
  scanJson(text, finder);
  return finder.slices;
}

interface Place {
  readonly pointer: string;
  readonly start: number;
  /** The next index of an array; -1 in an object. */
  index: number;
}

class Finder implements Listener {
  readonly slices: Map<string, string> = new Map();
  readonly #text: string;
  readonly #wanted: ReadonlySet<string>;
  readonly #places: Place[] = [];
  #name = "";

  constructor(text: string, wanted: ReadonlySet<string>) {
    this.#text = text;
    this.#wanted = wanted;
  }

  open(offset: number, isArray: boolean): void {
    this.#places.push({ pointer: this.#pointer(), start: offset, index: isArray ? 0 : -1 });
  }

  close(end: number): void {
    const place = this.#places.pop();
    if (place !== undefined) this.#found(place.pointer, place.start, end);
  }

  key(start: number, end: number): void {
    this.#name = JSON.parse(this.#text.slice(start, end)) as string;
  }

  scalar(start: number, end: number): void {
    this.#found(this.#pointer(), start, end);
  }

  #pointer(): string {
    const parent = this.#places.at(-1);
    if (parent === undefined) return "";
    if (parent.index < 0) return parent.pointer + pointerStep(this.#name);
    parent.index += 1;
    return parent.pointer + pointerStep(parent.index - 1);
  }

  #found(pointer: string, start: number, end: number): void {
    if (this.#wanted.has(pointer)) this.slices.set(pointer, this.#text.slice(start, end));
  }
}
