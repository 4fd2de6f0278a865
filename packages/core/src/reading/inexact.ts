/** Finds numbers that a double cannot hold: those that parsing and printing changes. */

import { HAS_OTHER, HAS_ZERO, NUMBERS } from "./survey.js";

/**
 * A run of sixteen digits, or an exponent of three: no shorter number is inexact. Spelled out rather than counted, because the
 * engine then looks at every eighth character only.
 */
const CANDIDATE = new RegExp(`${"[0-9.]".repeat(16)}|[0-9][eE][-+]?[0-9][0-9][0-9]`, "g");
const LONG_EXPONENT = /[0-9][eE][-+]?[0-9][0-9][0-9]/;
/** From the start of a number, the whole number and what JSON has after one. */
const NUMBER = /-?[0-9.]+(?:[eE][-+]?[0-9]+)?(?=[,\]}\s]|$)/y;

/**
 * False only when no number of a parsed text can be inexact. Mostly this is seen without going over the text: a number of at
 * most six digits is what a longer one was read as only if that has nine zeros or nines in a row, which a point may cut in two.
 * @param traits What `survey` says of the parsed text.
 */
export function mayHoldInexact(text: string, traits: number): boolean {
  if ((traits & NUMBERS) === 0) return false;
  if ((traits & HAS_OTHER) === 0 && !text.includes("00000") && !text.includes("99999")) {
    if ((traits & HAS_ZERO) === 0 || !LONG_EXPONENT.test(text)) return false;
  }
  return holdsCandidate(text);
}

/** Whether there is a number long enough to be inexact. Digits of hashes and of source code are seen to be no JSON numbers. */
function holdsCandidate(text: string): boolean {
  CANDIDATE.lastIndex = 0;
  for (let match = CANDIDATE.exec(text); match !== null; match = CANDIDATE.exec(text)) {
    const start = startOfNumber(text, match.index);
    NUMBER.lastIndex = start;
    if (BEFORE_NUMBER.includes(text.charAt(start - 1)) && NUMBER.test(text)) return true;
    // Going on after all digits keeps this linear.
    CANDIDATE.lastIndex = endOfDigits(text, match.index);
  }
  return false;
}

/** What JSON has before a number, or the start of the text. */
const BEFORE_NUMBER = "[,: \n\r\t";

/** Longer mantissas than this are candidates from their own start. */
const LONGEST_BACK = 17;

function startOfNumber(text: string, from: number): number {
  let start = from;
  while (start > 0 && from - start < LONGEST_BACK && isDigit(text.charCodeAt(start - 1))) start -= 1;
  return text.charCodeAt(start - 1) === 0x2d ? start - 1 : start;
}

function endOfDigits(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/** A digit or a point. */
function isDigit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x2e;
}

/** Whether a double changes the value of a JSON number. */
export function isInexact(literal: string): boolean {
  if (literal.length < 5) return false;
  const double = Number(literal);
  if (!Number.isFinite(double)) return true;
  return decimal(literal) !== decimal(String(double));
}

/** Whether a JSON number overflows or underflows the range of doubles. */
export function isOutOfRange(literal: string): boolean {
  const double = Number(literal);
  return !Number.isFinite(double) || (double === 0 && decimal(literal) !== ZERO);
}

const ZERO = "0";

/** One spelling for each value: the digits without zeros around them, and the power of ten of the last. */
function decimal(literal: string): string {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = trimZeros(digits);
  if (kept === "") return ZERO;
  const power = Number(exponent) - fraction.length + digits.length - kept.length;
  return `${literal.startsWith("-") ? "-" : ""}${kept}e${power}`;
}

/** A loop, since a pattern for trailing zeros backtracks over every run of zeros inside. */
function trimZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return digits.slice(0, end);
}
