/**
 * Keeps an array an array while elements are taken out of it, and takes in what stands after its end: what stood between two elements is
 * written with the second.
 */

import type { BlockWriter } from "./block-writer.js";

/** More white space than this in one place is nobody's layout, and not worth memory. */
const MAX_SPACE = 4096;

export class ArrayGaps {
  readonly #out: BlockWriter;
  #beforeComma = "";
  #space = "";
  #keptBefore = false;
  #isOpen = false;
  /** The bracket that closes the array, and what stood before it. */
  #closing = "";

  constructor(out: BlockWriter) {
    this.#out = out;
  }

  /** Takes what lies between two elements, or before the first or after the last: white space, brackets and commas. */
  gap(bytes: Buffer, start: number, end: number): void {
    for (let index = start; index < end; index += 1) this.#take(String.fromCharCode(bytes[index] ?? 32));
  }

  /** The next element stays: writes what stood before it, with a comma where one is needed. */
  keep(): void {
    this.#out.text(this.#keptBefore ? `${this.#beforeComma},${this.#space}` : this.#space);
    this.#keptBefore = true;
    this.#closing = "";
    this.#forget();
  }

  /** The element goes, and with it the comma and the layout that stood before it. */
  drop(): void {
    this.#forget();
  }

  /** Writes the end of the array, also where the file was cut off before it. */
  end(): void {
    this.#out.text(this.#closing === "" ? "\n]\n" : this.#closing + this.#space);
  }

  #take(character: string): void {
    if (character === "[") {
      if (!this.#isOpen) this.#out.text(`${this.#space}[`);
      if (!this.#isOpen) this.#forget();
      this.#isOpen = true;
    } else if (character === "]") {
      this.#closing = `${this.#space}]`;
      this.#forget();
    } else if (character === ",") {
      this.#beforeComma = this.#space;
      this.#space = "";
    } else if (this.#space.length < MAX_SPACE) this.#space += character;
  }

  #forget(): void {
    this.#beforeComma = "";
    this.#space = "";
  }
}
