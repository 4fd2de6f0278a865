/** The error for a conversion that would lose something although it must not. */

import { ParlanceError } from "@parlance/core";
import { markedBy } from "@parlance/core/internal";
import type { Report } from "../report/report.js";
import { shownPlace } from "../report/shown-place.js";

const CODE = "lossy_conversion";
const MARKER = Symbol.for("parlance.error.lossy_conversion");
const SHOWN = 3;

/**
 * `strict` was asked for, and the conversion would not say the same. The places in the report name members and properties as the
 * conversation does: message, stack and JSON of the error have only those names that the contract has too.
 */
export class LossyConversionError extends ParlanceError {
  static override readonly isInstance: (value: unknown) => value is LossyConversionError = /* @__PURE__ */ markedBy(
    LossyConversionError,
    MARKER,
  );

  override readonly name: string = "LossyConversionError";
  declare readonly code: typeof CODE;
  readonly #report: Report;

  constructor(report: Report) {
    super(CODE, summary(report));
    this.#report = report;
  }

  /** What would be lost; it has at least one entry. */
  get report(): Report {
    return this.#report;
  }
}

function summary(report: Report): string {
  const shown = report.slice(0, SHOWN).map(({ code, path }) => `${shownPlace(path) || "/"}: ${code}`);
  const more = report.length > SHOWN ? `; and ${report.length - SHOWN} more` : "";
  return `the conversion is not lossless: ${shown.join("; ")}${more}`;
}
