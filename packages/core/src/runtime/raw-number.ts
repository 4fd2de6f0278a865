/** A number of a JSON text that a double would change, carried as its literal. */

import { inexact } from "./inexact-flag.js";

/** Stands in a tree where the number would be; arithmetic sees the double, printing sees the literal. */
export class RawNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    inexact.seen = true;
  }

  valueOf(): number {
    return Number(this.text);
  }

  toString(): string {
    return this.text;
  }
}
