/**
 * Cuts a JSON array into its elements, or a text that holds one or more JSON values into those values, without holding
 * more than one of them. It follows strings and brackets only; whether a record is JSON is for the codec to say.
 */

import { ByteFinder } from "./byte-finder.js";
import { PartialRecord } from "./partial-record.js";
import type { Misplaced, RecordSink, Splitter } from "./sink.js";

const LINE_FEED = 10;
const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Where in the array the reading is; a text of plain values has none. */
type Zone = "before" | "inside" | "after" | "none";

/**
 * What was last inside the array: its opening bracket, a comma, an element, or an element that was cut off, which needs no comma to
 * be told from the next.
 */
type Last = "open" | "comma" | "element" | "cut";

export class ValueSplitter implements Splitter {
  readonly #sink: RecordSink;
  readonly #partial: PartialRecord;
  #zone: Zone;
  #last: Last = "open";
  #inRecord = false;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  #recordLine = 1;
  readonly #quotes = new ByteFinder(QUOTE);
  readonly #backslashes = new ByteFinder(BACKSLASH);
  readonly #lineFeeds = new ByteFinder(LINE_FEED);
  /** Where in the current chunk the current record or gap begins. */
  #from = 0;

  /** `layout` is `array` for the elements of one array, `values` for values one after the other. */
  constructor(sink: RecordSink, layout: "array" | "values") {
    this.#sink = sink;
    this.#partial = new PartialRecord(sink);
    this.#zone = layout === "array" ? "before" : "none";
  }

  push(chunk: Buffer): void {
    for (const finder of [this.#quotes, this.#backslashes, this.#lineFeeds]) finder.begin(chunk);
    this.#from = 0;
    let index = 0;
    while (index < chunk.length) {
      if (!this.#inRecord) index = this.#passGap(chunk, index);
      else if (this.#inString) index = this.#passString(chunk, index);
      else if (this.#depth > 0) index = this.#passNested(chunk, index);
      else index = this.#passBare(chunk, index);
    }
    if (this.#inRecord) this.#partial.add(chunk, this.#from, chunk.length, this.#recordLine);
    else this.#endGap(chunk, chunk.length);
  }

  finish(): void {
    this.#from = 0;
    if (this.#inRecord) this.#endRecord(Buffer.alloc(0), 0);
    if (this.#zone === "before" || this.#zone === "inside") this.#sink.problem("array_not_closed", this.#line);
  }

  /** Goes on to the next record; returns the index after its first byte, or the end of the chunk. */
  #passGap(chunk: Buffer, begin: number): number {
    for (let index = begin; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (byte === LINE_FEED) this.#line += 1;
      if (isSpace(byte) || this.#isPunctuation(byte)) continue;
      this.#beginRecord(chunk, index);
      return index + 1;
    }
    return chunk.length;
  }

  /** Whether the byte is a bracket or comma of the array itself; keeps track of the zone, and of commas that are one too many. */
  #isPunctuation(byte: number): boolean {
    if (this.#zone === "before" && byte === OPEN_BRACKET) {
      this.#zone = "inside";
      return true;
    }
    if (this.#zone !== "inside") return false;
    if (byte === CLOSE_BRACKET) this.#zone = "after";
    else if (byte !== COMMA) return false;
    const isExtra = byte === COMMA ? this.#last === "open" || this.#last === "comma" : this.#last === "comma";
    if (isExtra) this.#sink.problem("extra_comma", this.#line);
    this.#last = "comma";
    return true;
  }

  /** Goes on through an object or array, outside of its strings; returns the index after what it went through. */
  #passNested(chunk: Buffer, begin: number): number {
    for (let index = begin; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (byte === QUOTE) {
        this.#inString = true;
        return index + 1;
      }
      if (byte === LINE_FEED) this.#line += 1;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth += 1;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        this.#depth -= 1;
        if (this.#depth === 0) return this.#endRecord(chunk, index + 1);
      }
    }
    return chunk.length;
  }

  /** Goes on to the end of a string; returns the index after it, or the end of the chunk. */
  #passString(chunk: Buffer, begin: number): number {
    // A line break is never escaped: what ends in a backslash was cut off there.
    let index = this.#escaped && chunk[begin] !== LINE_FEED ? begin + 1 : begin;
    this.#escaped = false;
    while (index < chunk.length) {
      const quote = this.#quotes.from(index);
      const backslash = this.#backslashes.from(index);
      const lineFeed = this.#lineFeeds.from(index);
      if (lineFeed < quote && lineFeed < backslash) {
        // JSON has no raw line break in a string: here an element was cut off, and the next line is worth a new start.
        if (this.#zone === "inside") return this.#endRecord(chunk, lineFeed, "cut");
        this.#line += 1;
        index = lineFeed + 1;
      } else if (quote < backslash) return this.#endString(chunk, quote + 1);
      else if (backslash === Number.POSITIVE_INFINITY) return chunk.length;
      else index = lineFeed === backslash + 1 ? lineFeed : backslash + 2;
    }
    this.#escaped = index > chunk.length;
    return chunk.length;
  }

  #endString(chunk: Buffer, end: number): number {
    this.#inString = false;
    return this.#depth === 0 ? this.#endRecord(chunk, end) : end;
  }

  /** Goes on through a number, a word or garbage; returns the index after it, or the end of the chunk. */
  #passBare(chunk: Buffer, begin: number): number {
    for (let index = begin; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (!this.#endsBare(byte)) continue;
      return this.#endRecord(chunk, index);
    }
    return chunk.length;
  }

  #endsBare(byte: number): boolean {
    if (byte === LINE_FEED || byte === QUOTE || byte === OPEN_BRACE || byte === OPEN_BRACKET) return true;
    return this.#zone === "inside" && (byte === COMMA || byte === CLOSE_BRACKET);
  }

  /** Begins a record with the byte at `index`, which is thereby gone through. */
  #beginRecord(chunk: Buffer, index: number): void {
    this.#endGap(chunk, index);
    if (this.#zone === "inside" && this.#last === "element") this.#sink.problem("missing_comma", this.#line);
    this.#inRecord = true;
    this.#recordLine = this.#line;
    const byte = chunk[index];
    this.#inString = byte === QUOTE;
    this.#depth = byte === OPEN_BRACE || byte === OPEN_BRACKET ? 1 : 0;
  }

  /** Hands the record out; returns the index after it. */
  #endRecord(chunk: Buffer, end: number, last: Last = "element"): number {
    const misplaced: Misplaced | undefined = this.#zone === "after" ? "outside_array" : undefined;
    if (this.#partial.isEmpty) this.#sink.record(chunk, this.#from, end, this.#recordLine, misplaced);
    else {
      this.#partial.add(chunk, this.#from, end, this.#recordLine);
      const whole = this.#partial.end(this.#recordLine);
      if (whole !== undefined) this.#sink.record(whole, 0, whole.length, this.#recordLine, misplaced);
    }
    this.#inRecord = false;
    this.#inString = false;
    this.#escaped = false;
    this.#depth = 0;
    this.#last = last;
    this.#from = end;
    return end;
  }

  #endGap(chunk: Buffer, end: number): void {
    if (this.#from < end) this.#sink.gap(chunk, this.#from, end);
    this.#from = end;
  }
}

function isSpace(byte: number): boolean {
  return byte === 32 || byte === LINE_FEED || byte === 9 || byte === 13;
}
