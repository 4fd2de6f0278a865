/** Tells a bracket that opens an array from one that opens a line of something else, such as `[12:00:01] started`. */

import { isSpace } from "../reading/read-text.js";
import { type Brackets, INSIDE } from "./brackets.js";
import { type Chunk, CLOSE_ARRAY, LINE_FEED, OPEN_OBJECT, unitAt } from "./chunk.js";

/** How far a line that begins with a bracket is looked at before it is taken for an array. */
const MOST_LOOKED_AT = 1 << 20;

/** A bracket opens an array, unless its line goes on after the bracket that closes it. */
export class OpeningBracket {
  readonly #brackets: Brackets;
  readonly #most: number;
  #isClosed = false;

  /**
   * @param brackets Those of what the bracket opens.
   * @param limit How much can be looked at.
   */
  constructor(brackets: Brackets, limit: number) {
    this.#brackets = brackets;
    this.#most = Math.min(MOST_LOOKED_AT, limit);
  }

  reset(): void {
    this.#isClosed = false;
  }

  /**
   * What the unit at an index says that the bracket opens; undefined where that is not known yet.
   * @param length How much came from the bracket to this unit.
   */
  opens(chunk: Chunk, at: number, length: number): "array" | "line" | undefined {
    const unit = unitAt(chunk, at);
    if (unit === LINE_FEED || length >= this.#most || this.#opensElement(unit, length)) return "array";
    if (!this.#isClosed) this.#isClosed = this.#brackets.pass(chunk, at, at + 1) !== INSIDE;
    else if (!isSpace(unit)) return "line";
    return undefined;
  }

  /** Whether the first unit after the bracket is that of a message, or of an empty array. */
  #opensElement(unit: number, length: number): boolean {
    return length > 0 && this.#brackets.isEmptyArray && (unit === OPEN_OBJECT || unit === CLOSE_ARRAY);
  }
}
