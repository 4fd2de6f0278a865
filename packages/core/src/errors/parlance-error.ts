/** The base class of every error that this package throws. */

import { markedBy } from "./marker.js";

const MARKER = Symbol.for("parlance.error");

/**
 * An error of this package. Its message, fields and stack name places and rules, never content.
 * `code` is stable and part of the API. `cause` is never set: parsers quote their input.
 */
export class ParlanceError extends Error {
  /** Whether a value is an error of this package, or of another copy of it in the same process. */
  static readonly isInstance: (value: unknown) => value is ParlanceError = /* @__PURE__ */ markedBy(
    ParlanceError,
    MARKER,
  );

  override readonly name: string = "ParlanceError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
