/**
 * Copies a file while it is read, byte for byte, with some records replaced and, where they are kept elsewhere, some left
 * out. The layout stays: an array stays an array, a line a line, and what is unchanged keeps its bytes.
 */

import { type Layout, MAX_BYTES } from "@parlance/core/internal";
import { ArrayGaps } from "./array-gaps.js";
import type { BlockWriter } from "./block-writer.js";
import { indentJson } from "./json-indent.js";

const LINE_FEED = 10;
/** More white space than this is nobody's indentation, and not worth memory. */
const MAX_INDENT = 4096;

export class Rewriter {
  readonly #out: BlockWriter;
  readonly #leavesOut: boolean;
  #isLines = true;
  #arrayGaps: ArrayGaps | undefined;
  #leftOutLine = false;
  /** White space that a line begins with, as long as the line may be left out. */
  #indent = "";

  /** `leavesOut` says that {@link leaveOut} may be called, which is what makes the commas of an array movable. */
  constructor(out: BlockWriter, leavesOut: boolean) {
    this.#out = out;
    this.#leavesOut = leavesOut;
  }

  /** What comes next is laid out so. */
  begin(layout: Layout): void {
    this.#keepIndent();
    if (layout === "array" && this.#leavesOut) this.#arrayGaps ??= new ArrayGaps(this.#out);
    this.#isLines = layout === "ndjson" && this.#arrayGaps === undefined;
  }

  /** What lies between two records. */
  gap(bytes: Buffer, start: number, end: number): void {
    if (this.#arrayGaps !== undefined) this.#arrayGaps.gap(bytes, start, end);
    else if (this.#leavesOut && this.#isLines) this.#lineGap(bytes, start, end);
    else this.#out.copy(bytes, start, end);
  }

  /** A record that stays as it is; or, where nothing is left out, the next piece of one. */
  keep(bytes: Buffer, start: number, end: number): void {
    this.#keepGap();
    this.#out.copy(bytes, start, end);
  }

  /** A record in place of which `text`, compact JSON, is written; over several lines where the record was. */
  replace(bytes: Buffer, start: number, end: number, text: string): void {
    this.#keepGap();
    this.#out.text(likeOriginal(text, bytes.subarray(start, end)));
  }

  /** A record that is kept elsewhere. */
  leaveOut(): void {
    this.#arrayGaps?.drop();
    this.#leftOutLine = this.#isLines;
    this.#indent = "";
  }

  /** The file has ended. */
  end(): void {
    this.#arrayGaps?.end();
    this.#keepIndent();
  }

  #keepGap(): void {
    this.#arrayGaps?.keep();
    this.#keepIndent();
  }

  #keepIndent(): void {
    if (this.#indent !== "") this.#out.text(this.#indent);
    this.#indent = "";
  }

  /** A line that is left out takes its line break and its indentation with it. */
  #lineGap(bytes: Buffer, start: number, end: number): void {
    const from = this.#leftOutLine ? endOfLine(bytes, start, end) : start;
    this.#leftOutLine = this.#leftOutLine && from === end && bytes[end - 1] !== LINE_FEED;
    let to = end;
    while (to > from && isBlank(bytes[to - 1])) to -= 1;
    if (to > from || this.#indent.length > MAX_INDENT) this.#keepIndent();
    this.#out.copy(bytes, from, to);
    this.#indent += bytes.toString("latin1", to, end);
  }
}

/** After the next line feed, or at the end. */
function endOfLine(bytes: Buffer, start: number, end: number): number {
  const lineFeed = bytes.indexOf(LINE_FEED, start);
  return lineFeed === -1 || lineFeed >= end ? end : lineFeed + 1;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9;
}

/** Indents `text` the way `original` is indented, where that goes over several lines and does not make it too large to be read. */
function likeOriginal(text: string, original: Buffer): string {
  const firstBreak = original.indexOf(LINE_FEED);
  if (firstBreak === -1) return text;
  const inner = leadingSpace(original, firstBreak + 1);
  const base = leadingSpace(original, original.lastIndexOf(LINE_FEED) + 1);
  const step = inner.startsWith(base) && inner.length > base.length ? inner.slice(base.length) : "  ";
  const indented = indentJson(text, base, step);
  return Buffer.byteLength(indented) <= MAX_BYTES ? indented : text;
}

function leadingSpace(bytes: Buffer, from: number): string {
  let end = from;
  while (isBlank(bytes[end])) end += 1;
  return bytes.toString("latin1", from, end);
}
