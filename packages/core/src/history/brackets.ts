/** Follows the brackets and strings of one JSON value unit by unit, to find where it ends, or that it was cut. */

import { isSpace } from "../reading/read-text.js";
import { LINE_FEED } from "./chunk.js";

/** The value goes on. */
const INSIDE = 0;
/** The last open bracket was closed. */
export const CLOSED = 1;
/** No JSON value goes on like this. */
export const BROKEN = 2;
type Progress = typeof INSIDE | typeof CLOSED | typeof BROKEN;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Brackets nested deeper are counted, not compared: such a record is refused later anyway. */
const COMPARED = 1024;

/**
 * Looks at structure only; what is wrong between brackets is found by parsing. A cut is noticed early, in the next line: a line
 * feed inside a string, or a line that cannot follow on the one before. So one cut record does not swallow all that follow.
 */
export class Brackets {
  private readonly closers: number[] = [];
  private uncompared = 0;
  private inString = false;
  private escaped = false;
  private newLine = false;
  /** The last unit that is not white space; 0 before the first. */
  private previous = 0;

  reset(): void {
    this.closers.length = 0;
    this.uncompared = 0;
    this.inString = false;
    this.escaped = false;
    this.newLine = false;
    this.previous = 0;
  }

  /** Whether no bracket and no string is open. */
  get isOutside(): boolean {
    return this.closers.length === 0 && !this.inString;
  }

  /** Whether the next unit is one of a string, and no escape has begun: only a quote, a backslash or a line feed says something. */
  get isInText(): boolean {
    return this.inString && !this.escaped;
  }

  /** Takes the next unit. */
  feed(unit: number): Progress {
    if (this.inString) return this.feedString(unit);
    if (isSpace(unit)) {
      if (unit === LINE_FEED) this.newLine = true;
      return INSIDE;
    }
    if (this.newLine && !this.follows(unit)) return BROKEN;
    this.newLine = false;
    this.previous = unit;
    return this.feedToken(unit);
  }

  private feedToken(unit: number): Progress {
    switch (unit) {
      case QUOTE:
        this.inString = true;
        return INSIDE;
      case OPEN_ARRAY:
        return this.open(CLOSE_ARRAY);
      case OPEN_OBJECT:
        return this.open(CLOSE_OBJECT);
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        return this.close(unit);
      default:
        return INSIDE;
    }
  }

  private feedString(unit: number): Progress {
    if (unit === LINE_FEED) return BROKEN;
    if (this.escaped) this.escaped = false;
    else if (unit === BACKSLASH) this.escaped = true;
    else if (unit === QUOTE) this.inString = false;
    return INSIDE;
  }

  private open(closer: number): Progress {
    if (this.closers.length < COMPARED) this.closers.push(closer);
    else this.uncompared += 1;
    return INSIDE;
  }

  private close(unit: number): Progress {
    if (this.uncompared > 0) {
      this.uncompared -= 1;
      return INSIDE;
    }
    if (this.closers.pop() !== unit) return BROKEN;
    return this.closers.length === 0 ? CLOSED : INSIDE;
  }

  /** Whether a line can begin with this unit: two values have a comma or a colon between them, and a name comes after a comma. */
  private follows(unit: number): boolean {
    const { previous } = this;
    if (unit === COMMA || unit === COLON || unit === CLOSE_ARRAY || unit === CLOSE_OBJECT) return true;
    if (previous === COLON || previous === OPEN_ARRAY || previous === 0) return true;
    if (previous !== COMMA && previous !== OPEN_OBJECT) return false;
    return unit === QUOTE || this.closers.at(-1) !== CLOSE_OBJECT;
  }
}
