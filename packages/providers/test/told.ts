/** The style of the reasons in reports. */

import { expect } from "vitest";
import type { Report } from "../src/shared/report/report.js";

/** One clause that can stand after a code or a colon: a small letter at its start, no full stop in it or at its end. */
const CLAUSE = /^[a-z](?:(?!\. |\n).)*[^\s.!:;,]$/;

export function expectClauses(report: Report): void {
  expect(report.filter(({ reason }) => !CLAUSE.test(reason))).toEqual([]);
}
