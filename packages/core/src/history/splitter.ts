/** Splits a history into its records as it comes in: lines of JSON, a JSON array, or JSON values one after the other. */

import { ParseError } from "../errors/parse-error.js";
import { isBytes, isSpace } from "../reading/read-text.js";
import { BROKEN, Brackets, CLOSED } from "./brackets.js";
import { type Chunk, endOfLine, endOfText, LINE_FEED, slice, unitAt } from "./chunk.js";
import { Collector, type SplitRecord } from "./collector.js";

const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const MARK = [0xfeff];
const MARK_BYTES = [0xef, 0xbb, 0xbf];

/**
 * What is being read. `look`: what comes first decides. `first`: a value that is one line, or goes over many.
 * `line`: one record a line. `array`: between elements. `element`: inside one. `values`: between values that go over many
 * lines. `value`: inside one. `junk`: a line between such values. `lost`: after a cut, up to where the next record starts.
 */
type Mode = "look" | "first" | "line" | "array" | "element" | "values" | "value" | "junk" | "lost";

/**
 * The same records come out however the input is cut into chunks. All that is left out is white space, commas and brackets
 * around the records, and a byte order mark before an array.
 */
export class RecordSplitter {
  /** Whether a byte order mark came before an array; before another record it is part of that. */
  hadMark = false;
  private readonly record: Collector;
  private readonly brackets: Brackets = new Brackets();
  private mode: Mode = "look";
  /** Where reading goes on after a record. */
  private home: "array" | "values" = "values";
  /** Units of a byte order mark read at the start of the input; -1 after anything else. */
  private marks = 0;
  private chunk: Chunk | undefined;
  private at = 0;
  private line = 1;
  /** White space since the line began; undefined after anything else. */
  private gap: string | undefined = "";
  /** White space before the open record on its line. */
  private indent = "";
  /** How much of the indent this line has repeated; -1 when it begins otherwise. */
  private repeated = -1;
  /** Up to where a record was read before the cut in it was noticed. */
  private lostUntil = 0;
  private records: SplitRecord[] = [];

  /** @param limit The longest record, in UTF-16 code units or bytes; longer ones are skipped rather than collected. */
  constructor(limit: number = Number.POSITIVE_INFINITY) {
    this.record = new Collector(limit);
  }

  /**
   * Takes the next chunk and gives the records that are complete.
   * @throws ParseError with the code `not_text` for a chunk that is neither text nor bytes, or not of the kind of the others.
   */
  push(chunk: Chunk): readonly SplitRecord[] {
    assertKind(chunk, this.chunk);
    this.start(chunk);
    this.run();
    this.record.carry();
    return this.taken();
  }

  /** Gives what is left at the end of the input. */
  end(): readonly SplitRecord[] {
    this.start(slice(this.chunk ?? "", 0, 0));
    if (this.mode === "look") this.record.discard();
    if (this.isCut()) {
      this.reread("lost", Number.POSITIVE_INFINITY);
      this.run();
    }
    if (this.record.isOpen) this.emit();
    return this.taken();
  }

  private taken(): readonly SplitRecord[] {
    const { records } = this;
    this.records = [];
    return records;
  }

  private isCut(): boolean {
    const inValue = this.mode === "first" || this.mode === "value" || this.mode === "element";
    return inValue && this.record.isOpen && !this.record.exceedsAt(this.at) && !this.brackets.isOutside;
  }

  private start(chunk: Chunk): void {
    this.chunk = chunk;
    this.record.chunk = chunk;
    this.at = 0;
    this.lostUntil = 0;
  }

  private run(): void {
    while (this.at < this.record.chunk.length) this.step(this.record.chunk);
  }

  private step(chunk: Chunk): void {
    const unit = unitAt(chunk, this.at);
    switch (this.mode) {
      case "look":
        this.look(unit);
        break;
      case "array":
      case "values":
        this.between(unit);
        break;
      case "line":
      case "junk":
        this.readLine(chunk);
        break;
      case "lost":
        this.readLost(unit);
        break;
      default:
        // No line begins in a string, so nothing but the place changes.
        if (this.brackets.isInText) this.at = endOfText(chunk, this.at);
        if (this.at < chunk.length) this.readValue(unitAt(chunk, this.at));
    }
  }

  private look(unit: number): void {
    if (this.isMark(unit)) {
      if (!this.record.isOpen) this.record.open(this.at, this.line);
      this.at += 1;
    } else if (isSpace(unit)) {
      this.skip(unit);
    } else if (unit === OPEN_ARRAY) {
      this.hadMark ||= this.record.isOpen;
      this.record.discard();
      this.home = "array";
      this.mode = "array";
      this.skip(unit);
    } else {
      this.home = "values";
      this.open(unit === OPEN_OBJECT ? "first" : "line");
    }
  }

  private isMark(unit: number): boolean {
    const next = typeof this.chunk === "string" ? MARK[this.marks] : MARK_BYTES[this.marks];
    this.marks = unit === next ? this.marks + 1 : -1;
    return unit === next;
  }

  private between(unit: number): void {
    if (isSpace(unit)) {
      this.skip(unit);
    } else if (this.home === "values") {
      this.open(unit === OPEN_OBJECT || unit === OPEN_ARRAY ? "value" : "junk");
    } else if (unit === COMMA || unit === CLOSE_ARRAY) {
      if (unit === CLOSE_ARRAY) this.mode = "look";
      this.skip(unit);
    } else {
      this.open("element");
    }
  }

  /** A record that begins with white space or a mark is open already. */
  private open(mode: Mode): void {
    this.mode = mode;
    if (!this.record.isOpen) this.record.open(this.at, this.line);
    this.indent = this.gap ?? "";
    this.repeated = -1;
    this.brackets.reset();
  }

  private readLine(chunk: Chunk): void {
    if (!this.record.isOpen) this.record.open(this.at, this.line);
    this.at = endOfLine(chunk, this.at);
    if (this.at === chunk.length) return;
    this.emit();
    this.skip(LINE_FEED);
    if (this.mode === "junk") this.mode = "values";
  }

  private readValue(unit: number): void {
    if (this.mode === "element" && this.brackets.isOutside && (unit === COMMA || unit === CLOSE_ARRAY)) {
      this.emit();
      this.between(unit);
      return;
    }
    const progress = this.brackets.feed(unit);
    if (progress === BROKEN) {
      this.cut();
      return;
    }
    this.advance(unit);
    if (progress === CLOSED && this.mode !== "element") this.endValue();
  }

  /** The first value decides: if it began and ended in one line, then lines are the records. */
  private endValue(): void {
    if (this.mode === "first" && this.line === this.record.line) this.mode = "line";
    else this.emit();
  }

  private cut(): void {
    if (this.record.exceedsAt(this.at)) this.mode = "lost";
    else if (this.mode === "first") this.reread("line", 0);
    else this.reread("lost", this.record.lengthUntil(this.at));
  }

  /** Reads the open record again from its start, as something else. */
  private reread(mode: "line" | "lost", lostUntil: number): void {
    const chunk = this.record.reread();
    this.line = this.record.line;
    this.lostUntil = lostUntil;
    this.record.discard();
    this.mode = mode;
    this.repeated = -1;
    this.record.chunk = chunk;
    this.record.open(0, this.line);
    this.at = 0;
  }

  /** A record starts where a line begins as the lost one began; an array ends where a line begins with its bracket. */
  private readLost(unit: number): void {
    const starts = unit === OPEN_OBJECT && this.repeated === this.indent.length;
    const ends = unit === CLOSE_ARRAY && this.repeated === 0 && this.home === "array";
    if (starts || ends) this.emit();
    if (ends) this.between(unit);
    else if (starts) this.openAfterLoss();
    if (this.mode === "lost") this.advance(unit);
  }

  private openAfterLoss(): void {
    this.gap = this.indent;
    if (this.at < this.lostUntil) this.open("lost");
    else this.open(this.home === "array" ? "element" : "value");
  }

  /** Goes over a unit of a record. */
  private advance(unit: number): void {
    this.at += 1;
    if (unit === LINE_FEED) {
      this.line += 1;
      this.repeated = 0;
    } else if (this.repeated >= 0) {
      this.repeated = unit === this.indent.charCodeAt(this.repeated) ? this.repeated + 1 : -1;
    }
  }

  /** Goes over a unit between records. */
  private skip(unit: number): void {
    this.at += 1;
    if (unit === LINE_FEED) {
      this.line += 1;
      this.gap = "";
    } else if (isSpace(unit)) {
      if (this.gap !== undefined) this.gap += String.fromCharCode(unit);
    } else {
      this.gap = undefined;
    }
  }

  private emit(): void {
    const record = this.record.close(this.at, this.mode === "lost" && this.home === "array");
    if (record !== undefined) this.records.push(record);
    if (this.mode !== "line") this.mode = this.home;
    this.gap = undefined;
  }
}

function assertKind(chunk: Chunk, other: Chunk = chunk): void {
  if (typeof chunk !== "string" && !isBytes(chunk)) {
    throw new ParseError("not_text", "a chunk is neither text nor bytes");
  }
  if (typeof other !== typeof chunk) throw new ParseError("not_text", "text and bytes in one input");
}
