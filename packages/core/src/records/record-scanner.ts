/** The one reader of records: finds those of a history as it comes in, whatever its layout, and the next whole one after damage. */

import { isSpace } from "../reading/read-text.js";
import { BROKEN, Brackets, CLOSED } from "./brackets.js";
import { ByteOrderMark } from "./byte-order-mark.js";
import {
  type Chunk,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  endOfLine,
  type Join,
  LINE_FEED,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  unitAt,
  withoutSpace,
} from "./chunk.js";
import { type ArrayToken, Commas } from "./commas.js";
import { Handout } from "./handout.js";
import { LineStart } from "./line-start.js";
import type { OpenRecord } from "./open-record.js";
import { OpeningBracket } from "./opening-bracket.js";
import type { Layout, RecordSink } from "./sink.js";

/**
 * What is being read. `look`: at the start and after an array, what comes first decides. `bracket`: a bracket that opens an array, or a
 * line of something else. `between`: between records. `line`: a record that ends with its line. `value`: one that ends with its last
 * bracket or quote. `word`: an element of an array that has neither. `lost`: after damage, up to where the next record begins.
 */
type Mode = "look" | "bracket" | "between" | "line" | "value" | "word" | "lost";

/** The same comes out however the history is cut into chunks, and whether it is text or bytes. */
export class RecordScanner<Piece extends Chunk> {
  private readonly sink: RecordSink<Piece>;
  private readonly handout: Handout<Piece>;
  private readonly record: OpenRecord<Piece>;
  private readonly mark: ByteOrderMark<Piece>;
  private readonly brackets: Brackets = new Brackets();
  private readonly commas: Commas = new Commas();
  private readonly lineStart: LineStart = new LineStart();
  private readonly openingBracket: OpeningBracket;
  private mode: Mode = "look";
  private isAfterArray = false;
  private readonly nothing: Piece;
  private chunk: Piece;
  private at = 0;
  private line = 1;
  /** What the open record begins with. */
  private firstUnit = 0;
  /** How far in the line begins that the open record begins on. */
  private indentation = 0;
  /** Whether the open record is known to end with its line. */
  private isLine = false;
  /** Up to where a record was read before the damage in it was noticed: what begins before is not followed as far again. */
  private lostUntil = 0;
  /** Whether the brackets of what began after damage are still those of a value. */
  private isWhole = false;

  /**
   * @param limit The longest record, in UTF-16 code units or bytes. Longer ones are handed out in pieces, and not held.
   */
  constructor(sink: RecordSink<Piece>, join: Join<Piece>, limit: number = Number.POSITIVE_INFINITY) {
    this.sink = sink;
    this.handout = new Handout(sink, join, limit);
    this.record = this.handout.record;
    this.mark = new ByteOrderMark(join);
    this.openingBracket = new OpeningBracket(this.brackets, limit);
    this.nothing = join([]);
    this.chunk = this.nothing;
  }

  private get layout(): Layout | undefined {
    return this.handout.layout;
  }

  /** Whether the history began with a byte order mark, which is left out. */
  get hadMark(): boolean {
    return this.mark.wasFound;
  }

  /** How the first record is laid out; undefined where there is none. */
  get firstLayout(): Layout | undefined {
    return this.handout.firstLayout;
  }

  /** Takes the next chunk, of the kind of the others; its memory may be used again after the call. */
  push(chunk: Piece): void {
    this.read(this.mark.contentOf(chunk));
  }

  /** The history has ended. */
  end(): void {
    this.read(this.mark.rest());
    while (this.goesOnOtherwise()) this.run();
    if (this.record.isOpen) this.emit("cut");
    this.handout.endGap(this.chunk, this.at);
    if (this.layout === "array") this.sink.problem("array_not_closed", this.line);
  }

  private read(chunk: Piece): void {
    this.use(chunk, 0);
    this.lostUntil = 0;
    this.run();
    this.handout.carry(this.chunk);
    this.use(this.nothing, 0);
  }

  private use(chunk: Piece, at: number): void {
    this.chunk = chunk;
    this.at = at;
    this.brackets.begin(chunk);
  }

  /** At the end of the history: whether what is open has to be read as something else, which begins with this call. */
  private goesOnOtherwise(): boolean {
    const isCut = this.mode === "value" && this.record.isOpen && !this.record.exceedsAt(this.at);
    if (this.mode === "bracket") this.beginArray();
    else if (isCut) this.lose(Number.POSITIVE_INFINITY);
    return this.at < this.chunk.length;
  }

  private run(): void {
    while (this.at < this.chunk.length) this.step(unitAt(this.chunk, this.at));
  }

  private step(unit: number): void {
    switch (this.mode) {
      case "look":
        this.look(unit);
        break;
      case "bracket":
        this.readBracket();
        break;
      case "between":
        this.readBetween(unit);
        break;
      case "line":
        this.readLine();
        break;
      case "value":
        this.readValue();
        break;
      case "word":
        this.readWord(unit);
        break;
      case "lost":
        this.readLost(unit);
        break;
    }
  }

  private look(unit: number): void {
    if (isSpace(unit)) {
      this.pass(unit);
      return;
    }
    if (this.isAfterArray) this.sink.problem("outside_array", this.line);
    this.isAfterArray = false;
    if (unit !== OPEN_ARRAY && unit !== OPEN_OBJECT) this.handout.decide("ndjson");
    if (unit === OPEN_ARRAY) this.open("bracket");
    else this.open(unit === OPEN_OBJECT ? "value" : "line");
  }

  private readBracket(): void {
    const opens = this.openingBracket.opens(this.chunk, this.at, this.record.lengthUntil(this.at));
    if (opens === "array") this.beginArray();
    else if (opens === "line") this.beginLine();
    else this.at += 1;
  }

  private beginLine(): void {
    this.goBack();
    this.handout.decide("ndjson");
    this.isLine = true;
    this.mode = "line";
  }

  private beginArray(): void {
    this.goBack();
    this.handout.beginGap(this.at);
    this.handout.decide("array");
    this.commas.last = "bracket";
    this.mode = "between";
    this.pass(OPEN_ARRAY);
  }

  private readBetween(unit: number): void {
    if (isSpace(unit)) this.pass(unit);
    else if (this.layout === "array") this.readInArray(unit);
    else if (this.layout === "ndjson" && (unit !== OPEN_OBJECT || this.at >= this.lostUntil)) this.open("line");
    else this.open(unit === OPEN_OBJECT || unit === OPEN_ARRAY ? "value" : "line");
  }

  private readInArray(unit: number): void {
    if (unit === COMMA) {
      this.punctuate("comma");
      this.pass(unit);
    } else if (unit === CLOSE_ARRAY) {
      this.punctuate("end");
      this.pass(unit);
      this.mode = "look";
      this.handout.layout = undefined;
      this.isAfterArray = true;
    } else {
      this.punctuate("element");
      this.open(unit === OPEN_OBJECT || unit === OPEN_ARRAY || unit === QUOTE ? "value" : "word");
    }
  }

  private punctuate(next: ArrayToken): void {
    const problem = this.commas.problemAt(next);
    if (problem !== undefined) this.sink.problem(problem, this.line);
    this.commas.last = next;
  }

  /** Begins a record at this unit. A value that begins where one was lost is read as what follows on damage. */
  private open(mode: Mode): void {
    this.handout.endGap(this.chunk, this.at);
    this.record.open(this.at, this.line);
    this.firstUnit = unitAt(this.chunk, this.at);
    this.indentation = this.lineStart.indentation;
    if (mode !== "line") this.brackets.reset();
    if (mode === "bracket") this.openingBracket.reset();
    this.isLine = false;
    this.isWhole = true;
    this.mode = mode === "value" && this.at < this.lostUntil ? "lost" : mode;
  }

  private readLine(): void {
    this.at = endOfLine(this.chunk, this.at);
    if (this.at === this.chunk.length) return;
    if (this.goesOnAfterLine()) {
      this.goBack();
      this.mode = "value";
    } else this.emit("element");
  }

  /** Whether a line begins with a bracket and does not end with the one that closes it, so that it has to be looked at. */
  private goesOnAfterLine(): boolean {
    const closer = this.firstUnit === OPEN_OBJECT ? CLOSE_OBJECT : this.firstUnit === OPEN_ARRAY ? CLOSE_ARRAY : 0;
    if (closer === 0 || unitAt(this.chunk, this.at - 1) === closer || this.isLine || this.layout !== "ndjson")
      return false;
    if (this.at < this.lostUntil || this.record.exceedsAt(this.at)) return false;
    const { chunk, start, end } = this.record.until(this.chunk, this.at);
    return unitAt(chunk, withoutSpace(chunk, start, end) - 1) !== closer;
  }

  private readValue(): void {
    const { lineFeeds } = this.brackets;
    const progress = this.brackets.pass(this.chunk, this.at);
    this.at = this.brackets.at;
    this.line += this.brackets.lineFeeds - lineFeeds;
    if (progress === CLOSED) this.endValue();
    else if (progress === BROKEN) this.endDamaged();
  }

  /** The first value decides whether lines are the records. Where they are, what ends on its line goes on to the end of it. */
  private endValue(): void {
    if (this.isOneLine()) {
      this.handout.decide("ndjson");
      this.isLine = true;
      this.mode = "line";
    } else {
      this.lineStart.goInto(this.indentation);
      this.emit("element");
    }
  }

  private isOneLine(): boolean {
    return this.brackets.lineFeeds === 0 && this.layout !== "array" && this.layout !== "values";
  }

  /** A cut that ends a line ends with it. Otherwise the record is read again, to see where the next one begins. */
  private endDamaged(): void {
    if (this.isOneLine()) this.endValue();
    else if (this.isCutWithItsLine()) this.emit("cut");
    else if (this.record.exceedsAt(this.at)) this.loseOversized();
    else this.lose(this.record.lengthUntil(this.at));
  }

  private isCutWithItsLine(): boolean {
    return this.brackets.lineFeeds === 0 && unitAt(this.chunk, this.at) === LINE_FEED;
  }

  /** What is over the limit is not read again. */
  private loseOversized(): void {
    this.mode = "lost";
    this.isWhole = false;
    if (this.brackets.isAtLineStart) this.lineStart.goTo(0);
    else this.lineStart.goInto(this.indentation);
  }

  /** Reads the open record again, of which so much has been read before. */
  private lose(length: number): void {
    this.goBack();
    this.lostUntil = this.at + length;
    this.mode = "lost";
    this.isWhole = false;
    this.lineStart.goInto(this.indentation);
  }

  /** A word ends before whatever may be the next element. */
  private readWord(unit: number): void {
    const goesOn = unit !== COMMA && unit !== LINE_FEED && unit !== QUOTE && unit !== CLOSE_ARRAY;
    if (goesOn && unit !== OPEN_OBJECT && unit !== OPEN_ARRAY) this.pass(unit);
    else this.emit("element");
  }

  private readLost(unit: number): void {
    if (this.isAfterDamage(unit)) this.emit("cut");
    else if (!this.isWhole) this.pass(unit);
    else this.followBrackets(unit);
  }

  /** Of what begins after damage. */
  private followBrackets(unit: number): void {
    const progress = this.brackets.pass(this.chunk, this.at, this.at + 1);
    this.isWhole = progress !== BROKEN;
    if (progress === BROKEN && this.isCutWithItsLine()) {
      this.emit("cut");
      return;
    }
    this.pass(unit);
    if (progress === CLOSED) this.emit("element");
  }

  /**
   * A record begins where a line begins that is no further in than the one on which the damaged record began, and an array ends where
   * one begins that is not as far in. What comes directly after a cut line may be further in.
   */
  private isAfterDamage(unit: number): boolean {
    const { isBlank, isBeforeValue, indentation } = this.lineStart;
    if (!isBeforeValue || this.record.lengthUntil(this.at) === 0) return false;
    if (unit === CLOSE_ARRAY && this.layout === "array")
      return isBlank && (indentation === 0 || indentation < this.indentation);
    const isDirectlyAfter = this.at >= this.lostUntil && this.line === this.record.line + 1;
    return unit === OPEN_OBJECT && (indentation <= this.indentation || isDirectlyAfter);
  }

  /** Goes over a unit. */
  private pass(unit: number): void {
    this.at += 1;
    if (unit === LINE_FEED) this.line += 1;
    this.lineStart.pass(unit);
  }

  /** Goes back to where the open record begins. */
  private goBack(): void {
    const { chunk, start } = this.record.until(this.chunk, this.chunk.length);
    this.use(chunk, start);
    this.line = this.record.line;
    this.record.open(start, this.line);
    this.brackets.reset();
  }

  /** Ends the record before this unit. */
  private emit(last: "element" | "cut"): void {
    this.handout.endRecord(this.chunk, this.at, this.mode === "lost" && last === "cut");
    this.mode = "between";
    this.commas.last = last;
  }
}
