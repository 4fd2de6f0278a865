/** The one reader of records: finds those of a history as it comes in, whatever its layout, and the next whole one after damage. */

import { isSpace } from "../reading/read-text.js";
import { BROKEN, CLOSED } from "./brackets.js";
import { ByteOrderMark } from "./byte-order-mark.js";
import {
  type Chunk,
  CLOSE_ARRAY,
  COMMA,
  closerOf,
  endOfLine,
  type Join,
  LINE_FEED,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  sliceOfChunk,
  unitAt,
  withoutSpace,
} from "./chunk.js";
import { type ArrayToken, Commas } from "./commas.js";
import { Cursor } from "./cursor.js";
import { Handout } from "./handout.js";
import type { OpenRecord } from "./open-record.js";
import { OpeningBracket } from "./opening-bracket.js";
import type { Layout, RecordSink } from "./sink.js";

/**
 * What is being read. `look`: at the start and after an array, what comes first decides. `bracket`: a bracket that opens an array, or a
 * line of something else. `between`: between records. `line`: a record that ends with its line. `value`: one that ends with its last
 * bracket or quote. `word`: an element of an array that has neither. `lost`: after damage, up to where the next record begins. `tail`: after an
 * element that was cut with its line, up to what comes next.
 */
type Mode = "look" | "bracket" | "between" | "line" | "value" | "word" | "lost" | "tail";

/** The same comes out however the history is cut into chunks, and whether it is text or bytes. */
export class RecordScanner<Piece extends Chunk> {
  readonly #sink: RecordSink<Piece>;
  readonly #cursor: Cursor<Piece>;
  readonly #handout: Handout<Piece>;
  readonly #record: OpenRecord<Piece>;
  readonly #mark: ByteOrderMark<Piece>;
  readonly #commas: Commas = new Commas();
  readonly #openingBracket: OpeningBracket;
  #mode: Mode = "look";
  /** What the open record begins with. */
  #firstUnit = 0;
  /** How far in the line begins that the open record begins on. */
  #indentation = 0;
  /** Whether the open record is known to end with its line. */
  #isLine = false;
  /** Up to where a record was read before the damage in it was noticed: what begins before is not followed as far again. */
  #lostUntil = 0;
  /** Whether the brackets of what began after damage are still those of a value. */
  #isWhole = false;

  /** @param limit The longest record, in UTF-16 code units or bytes. Longer ones are handed out in pieces, and not held. */
  constructor(sink: RecordSink<Piece>, join: Join<Piece>, limit: number = Number.POSITIVE_INFINITY) {
    this.#sink = sink;
    this.#handout = new Handout(sink, join, limit);
    this.#record = this.#handout.record;
    this.#mark = new ByteOrderMark(join);
    this.#cursor = new Cursor(join([]));
    this.#openingBracket = new OpeningBracket(this.#cursor.brackets, limit);
  }

  get #layout(): Layout | undefined {
    return this.#handout.layout;
  }

  /** Whether the history began with a byte order mark, which is left out. */
  get hadMark(): boolean {
    return this.#mark.wasFound;
  }

  /** How the first record is laid out; undefined where there is none. */
  get firstLayout(): Layout | undefined {
    return this.#handout.firstLayout;
  }

  /** Takes the next chunk, of the kind of the others; its memory may be used again after the call. */
  push(chunk: Piece): void {
    this.#read(this.#mark.contentOf(chunk));
  }

  /** The history has ended. */
  end(): void {
    this.#read(this.#mark.rest());
    while (this.#goesOnOtherwise()) this.#run();
    if (this.#record.isOpen && !this.#endArrayOnItsLine()) this.#emit("cut");
    this.#handout.endGap(this.#cursor.chunk, this.#cursor.at);
    if (this.#layout === "array") this.#sink.problem("array_not_closed", this.#cursor.line);
  }

  #read(chunk: Piece): void {
    this.#cursor.goTo(chunk, 0);
    this.#lostUntil = 0;
    this.#run();
    this.#handout.carry(this.#cursor.chunk);
    this.#cursor.goTo(sliceOfChunk(chunk, 0, 0), 0);
  }

  /** At the end of the history: whether what is open has to be read as something else, which begins with this call. */
  #goesOnOtherwise(): boolean {
    const isCut = this.#mode === "value" && this.#record.isOpen && !this.#record.exceedsAt(this.#cursor.at);
    if (this.#mode === "bracket") this.#beginArray();
    else if (isCut) this.#lose(Number.POSITIVE_INFINITY);
    return !this.#cursor.isAtEnd;
  }

  /** Where an element was damaged and no line after it told more: whether the history ends as an array does, with whole elements before. */
  #endArrayOnItsLine(): boolean {
    if (this.#mode !== "tail" && (this.#mode !== "lost" || this.#layout !== "array")) return false;
    if (this.#record.exceedsAt(this.#cursor.at)) return false;
    if (!this.#handout.endArray(this.#cursor.chunk, this.#cursor.at)) return false;
    this.#handout.layout = undefined;
    return true;
  }

  #run(): void {
    while (!this.#cursor.isAtEnd) this.#step(unitAt(this.#cursor.chunk, this.#cursor.at));
  }

  #step(unit: number): void {
    const mode = this.#mode;
    if (mode === "between") this.#readBetween(unit);
    else if (mode === "line") this.#readLine();
    else if (mode === "value") this.#readValue();
    else if (mode === "lost") this.#readLost(unit);
    else if (mode === "tail") this.#readTail(unit);
    else if (mode === "word") this.#readWord(unit);
    else if (mode === "bracket") this.#readBracket();
    else this.#look(unit);
  }

  #look(unit: number): void {
    if (isSpace(unit)) {
      this.#cursor.pass(unit);
      return;
    }
    if (this.#commas.last === "end") this.#sink.problem("outside_array", this.#cursor.line);
    if (unit !== OPEN_ARRAY && unit !== OPEN_OBJECT) this.#handout.decide("ndjson");
    if (unit === OPEN_ARRAY) this.#open("bracket");
    else this.#open(unit === OPEN_OBJECT ? "value" : "line");
  }

  #readBracket(): void {
    const opens = this.#openingBracket.opens(
      this.#cursor.chunk,
      this.#cursor.at,
      this.#record.lengthUntil(this.#cursor.at),
    );
    if (opens === "array") this.#beginArray();
    else if (opens === "line") this.#goOnAsLine();
    else this.#cursor.at += 1;
  }

  #beginArray(): void {
    this.#cursor.goBack(this.#record);
    this.#handout.beginGap(this.#cursor.at);
    this.#handout.decide("array");
    this.#commas.last = "bracket";
    this.#mode = "between";
    this.#cursor.pass(OPEN_ARRAY);
  }

  #readBetween(unit: number): void {
    if (isSpace(unit)) this.#cursor.pass(unit);
    else if (this.#layout === "array") this.#readInArray(unit);
    else if (this.#layout === "ndjson" && (unit !== OPEN_OBJECT || this.#cursor.at >= this.#lostUntil))
      this.#open("line");
    else this.#open(unit === OPEN_OBJECT || unit === OPEN_ARRAY ? "value" : "line");
  }

  #readInArray(unit: number): void {
    if (unit === COMMA) {
      this.#punctuate("comma");
      this.#cursor.pass(unit);
    } else if (unit === CLOSE_ARRAY) {
      this.#punctuate("end");
      this.#cursor.pass(unit);
      this.#mode = "look";
      this.#handout.layout = undefined;
    } else {
      this.#punctuate("element");
      this.#open(unit === OPEN_OBJECT || unit === OPEN_ARRAY || unit === QUOTE ? "value" : "word");
    }
  }

  #punctuate(token: ArrayToken): void {
    const problem = this.#commas.take(token);
    if (problem !== undefined) this.#sink.problem(problem, this.#cursor.line);
  }

  /** Begins a record at this unit. A value that begins where one was lost is read as what follows on damage. */
  #open(mode: Mode): void {
    this.#handout.endGap(this.#cursor.chunk, this.#cursor.at);
    this.#record.open(this.#cursor.at, this.#cursor.line);
    this.#firstUnit = unitAt(this.#cursor.chunk, this.#cursor.at);
    this.#indentation = this.#cursor.lineStart.indentation;
    if (mode !== "line") this.#cursor.brackets.reset();
    if (mode === "bracket") this.#openingBracket.reset();
    this.#isLine = false;
    this.#isWhole = true;
    this.#mode = mode === "value" && this.#cursor.at < this.#lostUntil ? "lost" : mode;
  }

  #readLine(): void {
    this.#cursor.at = endOfLine(this.#cursor.chunk, this.#cursor.at);
    if (this.#cursor.at === this.#cursor.chunk.length) return;
    if (this.#goesOnAfterLine()) {
      this.#cursor.goBack(this.#record);
      this.#mode = "value";
    } else this.#emit("element");
  }

  /** Whether a line begins with a bracket and does not end with the one that closes it, so that it has to be looked at. */
  #goesOnAfterLine(): boolean {
    const closer = closerOf(this.#firstUnit);
    if (this.#isLine || closer === undefined || unitAt(this.#cursor.chunk, this.#cursor.at - 1) === closer)
      return false;
    if (this.#layout !== "ndjson" || this.#cursor.at < this.#lostUntil || this.#record.exceedsAt(this.#cursor.at))
      return false;
    const { chunk, start, end } = this.#record.until(this.#cursor.chunk, this.#cursor.at);
    return unitAt(chunk, withoutSpace(chunk, start, end) - 1) !== closer;
  }

  #readValue(): void {
    const progress = this.#cursor.passBrackets();
    if (progress === CLOSED) this.#endValue();
    else if (progress === BROKEN) this.#endDamaged();
  }

  /** The first value decides whether lines are the records. Where they are, what ends on its line goes on to the end of it. */
  #endValue(): void {
    if (this.#isOneLine()) this.#goOnAsLine();
    else {
      this.#cursor.lineStart.goInto(this.#indentation);
      this.#emit("element");
    }
  }

  #goOnAsLine(): void {
    this.#handout.decide("ndjson");
    this.#isLine = true;
    this.#mode = "line";
  }

  #isOneLine(): boolean {
    return this.#cursor.brackets.lineFeeds === 0 && this.#layout !== "array" && this.#layout !== "values";
  }

  /** A cut that ends a line ends with it. Otherwise the record is read again, to see where the next one begins. */
  #endDamaged(): void {
    if (this.#isOneLine()) this.#endValue();
    else if (this.#isCutWithItsLine()) this.#endCutWithLine();
    else this.#lose(this.#record.lengthUntil(this.#cursor.at));
  }

  /** Whether more of it can be found is known where the history ends. */
  #endCutWithLine(): void {
    if (this.#layout === "array") this.#mode = "tail";
    else this.#emit("cut");
  }

  #readTail(unit: number): void {
    if (isSpace(unit)) this.#cursor.pass(unit);
    else this.#emit("cut");
  }

  #isCutWithItsLine(): boolean {
    return this.#cursor.brackets.lineFeeds === 0 && unitAt(this.#cursor.chunk, this.#cursor.at) === LINE_FEED;
  }

  /** Reads the open record again, of which so much has been read before; what is over the limit goes on. */
  #lose(length: number): void {
    this.#mode = "lost";
    this.#isWhole = false;
    this.#cursor.lineStart.goInto(this.#indentation);
    if (!this.#record.exceedsAt(this.#cursor.at)) {
      this.#cursor.goBack(this.#record);
      this.#lostUntil = this.#cursor.at + length;
    } else if (this.#cursor.brackets.isAtLineStart) this.#cursor.lineStart.goTo(0);
  }

  /** A word ends before whatever may be the next element. */
  #readWord(unit: number): void {
    const goesOn = unit !== COMMA && unit !== LINE_FEED && unit !== QUOTE && unit !== CLOSE_ARRAY;
    if (goesOn && unit !== OPEN_OBJECT && unit !== OPEN_ARRAY) this.#cursor.pass(unit);
    else this.#emit("element");
  }

  #readLost(unit: number): void {
    if (this.#isAfterDamage(unit)) this.#emit("cut");
    else if (!this.#isWhole) this.#cursor.pass(unit);
    else this.#followBrackets(unit);
  }

  /** Of what begins after damage. */
  #followBrackets(unit: number): void {
    const progress = this.#cursor.brackets.pass(this.#cursor.chunk, this.#cursor.at, this.#cursor.at + 1);
    this.#isWhole = progress !== BROKEN;
    if (progress === BROKEN && this.#isCutWithItsLine()) {
      this.#emit("cut");
      return;
    }
    this.#cursor.pass(unit);
    if (progress === CLOSED) this.#emit("element");
  }

  #isAfterDamage(unit: number): boolean {
    const { at, line, lineStart } = this.#cursor;
    if (this.#record.lengthUntil(at) === 0) return false;
    if (unit === CLOSE_ARRAY) return this.#layout === "array" && lineStart.endsArray(this.#indentation);
    if (unit !== OPEN_OBJECT) return false;
    return lineStart.beginsRecord(this.#indentation, at >= this.#lostUntil && line === this.#record.line + 1);
  }

  /** Ends the record before this unit. */
  #emit(last: "element" | "cut"): void {
    this.#handout.endRecord(this.#cursor.chunk, this.#cursor.at, this.#mode === "lost" && last === "cut");
    this.#mode = "between";
    this.#commas.last = last;
  }
}
