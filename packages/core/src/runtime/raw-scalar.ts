/** A number or a string of a JSON text whose own spelling says more than its value does, carried with that spelling. */

/** Stands in a tree where the value would be; comparing sees the value, writing sees the spelling. */
export class RawScalar {
  /** As the JSON text has it, a string with its quotes. */
  readonly text: string;
  /** Of a number that a double cannot hold, the nearest double. */
  readonly value: string | number;

  constructor(text: string, value: string | number = Number(text)) {
    this.text = text;
    this.value = value;
  }

  valueOf(): string | number {
    return this.value;
  }

  toString(): string {
    return this.text;
  }
}
