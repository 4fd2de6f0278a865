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
  const entries: ReportEntry[] = [];
  return {
    add: (code, action, path, reason) => {
      entries.push(Object.freeze({ code, action, path, reason }));
    },
    get entries(): Report {
      return Object.freeze([...entries]);
    },
  };
}

/** @throws LossyConversionError when nothing may be lost and the report has an entry. */
export function assertLossless(report: Report, strict: boolean | undefined): void {
  if (strict === true && report.length > 0) throw new LossyConversionError(report);
}
