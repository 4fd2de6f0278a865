/** The error for input that is not one readable JSON text. */

import { markedBy } from "./marker.js";
import { ParlanceError } from "./parlance-error.js";

const MARKER = Symbol.for("parlance.error.parse");

export type ParseErrorCode =
  | "byte_order_mark"
  | "duplicate_key"
  | "inexact_number"
  | "lone_surrogate"
  | "not_json"
  | "not_text"
  | "not_utf8"
  | "number_out_of_range"
  | "too_deep"
  | "too_large";

/** Where in the input the fault is. */
export interface Position {
  /** UTF-16 code units before the place; bytes for `not_utf8`. */
  readonly offset: number;
  /** Counted from 1. */
  readonly line: number;
  /** UTF-16 code units in the line, counted from 1; bytes for `not_utf8`. */
  readonly column: number;
}

/** The input is not UTF-8, not JSON, too large, too deep, or refused by strict reading. */
export class ParseError extends ParlanceError {
  static override readonly isInstance: (value: unknown) => value is ParseError = /* @__PURE__ */ markedBy(
    ParseError,
    MARKER,
  );

  override readonly name: string = "ParseError";
  declare readonly code: ParseErrorCode;
  /** The rule that was broken, as an English phrase: `expected a value`. */
  readonly rule: string;
  readonly offset: number | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(code: ParseErrorCode, rule: string, position?: Position) {
    super(code, position === undefined ? rule : `${rule} at line ${position.line}, column ${position.column}`);
    this.rule = rule;
    this.offset = position?.offset;
    this.line = position?.line;
    this.column = position?.column;
  }
}
