/** Moments of a day that its month does not have. */

import type { Issue } from "../errors/issue.js";
import { issue } from "../errors/rule-issue.js";
import { NO_ISSUES } from "./none.js";

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** @param text A moment in the form of the contract, `2026-01-31T00:00:00.000Z`; anything else is for the schema to tell. */
export function dateIssues(text: unknown): readonly Issue[] {
  if (typeof text !== "string" || isOfEveryMonth(text)) return NO_ISSUES;
  const day = Number(text.slice(8, 10));
  const days = daysOf(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
  return day <= days ? NO_ISSUES : [issue("impossible_date", "", `a day of a month with ${days} days`, "a later one")];
}

/** Every month has 28 days. */
function isOfEveryMonth(text: string): boolean {
  const tens = text.charCodeAt(8);
  return tens < TWO || (tens === TWO && text.charCodeAt(9) < NINE);
}

const TWO = 50;
const NINE = 57;

/** By the Gregorian calendar, also for years before it. */
function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 31);
}
