/**
 * Copies a file while it is read, byte for byte, with some records replaced and, where they are kept elsewhere, some left
 * out. The layout stays: an array stays an array, a line a line, and what is unchanged keeps its bytes.
 */

import type { Format } from "../input/format.js";
import { MAX_RECORD_BYTES } from "../input/partial-record.js";
import { ArrayGaps } from "./array-gaps.js";
import type { BlockWriter } from "./block-writer.js";
import { indentJson } from "./json-indent.js";

const LINE_FEED = 10;

export class Rewriter {
  readonly #out: BlockWriter;
  readonly #leavesOut: boolean;
  #format: Format = "ndjson";
  #arrayGaps: ArrayGaps | undefined;
  #leftOutLine = false;

  /** `leavesOut` says that {@link leaveOut} may be called, which is what makes the commas of an array movable. */
  constructor(out: BlockWriter, leavesOut: boolean) {
    this.#out = out;
    this.#leavesOut = leavesOut;
  }

  /** Must be called before anything is copied. */
  begin(format: Format): void {
    this.#format = format;
    if (format === "array" && this.#leavesOut) this.#arrayGaps = new ArrayGaps(this.#out);
  }

  /** What lies between two records. */
  gap(bytes: Buffer, start: number, end: number): void {
    // A line that is left out takes its line break with it.
    if (this.#leftOutLine) this.#leftOutLine = false;
    else if (this.#arrayGaps !== undefined) this.#arrayGaps.gap(bytes, start, end);
    else this.#out.copy(bytes, start, end);
  }

  /** A record that stays as it is, or the next piece of one. */
  keep(bytes: Buffer, start: number, end: number): void {
    this.#arrayGaps?.keep();
    this.#out.copy(bytes, start, end);
  }

  /** A record in place of which `text`, compact JSON, is written; over several lines where the record was. */
  replace(bytes: Buffer, start: number, end: number, text: string): void {
    this.#arrayGaps?.keep();
    this.#out.text(this.#format === "ndjson" ? text : likeOriginal(text, bytes.subarray(start, end)));
  }

  /** A record that is kept elsewhere. */
  leaveOut(): void {
    this.#arrayGaps?.drop();
    this.#leftOutLine = this.#format === "ndjson";
  }

  /** The file has ended. */
  end(): void {
    this.#arrayGaps?.end();
  }
}

/** Indents `text` the way `original` is indented, where that goes over several lines and does not make it too large to be read. */
function likeOriginal(text: string, original: Buffer): string {
  const firstBreak = original.indexOf(LINE_FEED);
  if (firstBreak === -1) return text;
  const inner = leadingSpace(original, firstBreak + 1);
  const base = leadingSpace(original, original.lastIndexOf(LINE_FEED) + 1);
  const step = inner.startsWith(base) && inner.length > base.length ? inner.slice(base.length) : "  ";
  const indented = indentJson(text, base, step);
  return Buffer.byteLength(indented) <= MAX_RECORD_BYTES ? indented : text;
}

function leadingSpace(bytes: Buffer, from: number): string {
  let end = from;
  while (bytes[end] === 32 || bytes[end] === 9) end += 1;
  return bytes.toString("latin1", from, end);
}
