/** Keeps the first records that are not messages of the contract, to tell what they look like. */

import { textOfBytes } from "../input/text.js";

const MAX_RECORDS = 20;
const MAX_RECORD_BYTES = 1024 * 1024;

export class ForeignSample {
  readonly #values: unknown[] = [];

  /** Bytes `start` to `end` are a record of an unknown type, or of none. */
  add(bytes: Buffer, start: number, end: number): void {
    if (this.#values.length === MAX_RECORDS || end - start > MAX_RECORD_BYTES) return;
    try {
      this.#values.push(JSON.parse(textOfBytes(bytes, start, end) ?? ""));
    } catch {
      // What is not JSON looks like nothing.
    }
  }

  /** What a person can do about a file none of whose records is known. */
  async hint(): Promise<string> {
    const { foreignFormatOf } = await import("@parlance/providers/foreign-format");
    for (const value of this.#values) {
      const format = foreignFormatOf(value);
      if (format?.provider !== undefined)
        return `it looks like ${format.name}; "parlance import --from ${format.provider}" reads it, if it is of that provider`;
      if (format !== undefined) return `it looks like ${format.name}, not like a history of Parlance`;
    }
    return "no record is of a type that this version of parlance knows";
  }
}
