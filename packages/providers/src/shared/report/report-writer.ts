/** Collects what a conversion did besides saying the same in other words. */

import { LossyConversionError } from "../errors/lossy-conversion-error.js";
import type { Report, ReportEntry } from "./report.js";

export interface ReportWriter {
  /**
   * @param path JSON Pointer of the place in what is converted.
   * @param reason As the entry has it.
   */
  add(code: string, action: ReportEntry["action"], path: string, reason: string): void;
  /** What was added so far, frozen. */
  readonly entries: Report;
}

export function createReport(): ReportWriter {
  return new GrowingReport();
}

/** A class, since a getter in an object literal gives every object a hidden class of its own, which lives long and holds the entries. */
class GrowingReport implements ReportWriter {
  readonly #entries: ReportEntry[] = [];

  add(code: string, action: ReportEntry["action"], path: string, reason: string): void {
    this.#entries.push(Object.freeze({ code, action, path, reason }));
  }

  get entries(): Report {
    return Object.freeze([...this.#entries]);
  }
}

/** @throws LossyConversionError when nothing may be lost and the report has an entry. */
export function assertLossless(report: Report, strict: boolean | undefined): void {
  if (strict === true && report.length > 0) throw new LossyConversionError(report);
}
