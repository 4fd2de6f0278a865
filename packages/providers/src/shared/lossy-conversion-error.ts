/** The error for a conversion that would lose something although it must not. */

import { ParlanceError } from "@parlance/core";
import type { Report } from "./report.js";

const CODE = "lossy_conversion";
const SHOWN = 3;

/** `strict` was asked for, and the conversion would not say the same. `report` has at least one entry. */
export class LossyConversionError extends ParlanceError {
  override readonly name: string = "LossyConversionError";
  declare readonly code: typeof CODE;
  readonly report: Report;

  constructor(report: Report) {
    super(CODE, summary(report));
    this.report = report;
  }

  static override isInstance(value: unknown): value is LossyConversionError {
    return ParlanceError.isInstance(value) && value.code === CODE;
  }
}

function summary(report: Report): string {
  const shown = report.slice(0, SHOWN).map(({ code, path }) => `${path || "/"}: ${code}`);
  const more = report.length > SHOWN ? `; and ${report.length - SHOWN} more` : "";
  return `the conversion is not lossless: ${shown.join("; ")}${more}`;
}
