/** Finds numbers that a double cannot hold: those that parsing and printing changes. */

import { isExactDecimal } from "./exact-decimal.js";
import { HAS_EXTREME, HAS_OTHER, HAS_ZERO, NUMBERS } from "./survey.js";

/**
 * A run of sixteen digits, one of which may be a point: without an exponent of three digits no shorter number is inexact. Spelled
 * out rather than counted, because the engine then looks at every eighth character only.
 */
const LONG_MANTISSA: Candidate = { pattern: new RegExp("[0-9.]".repeat(16), "g"), length: 16 };
const LONG_EXPONENT: Candidate = { pattern: /[0-9][eE][-+]?[0-9][0-9][0-9]/g, length: 5 };

/** What a number has that may be inexact. */
interface Candidate {
  readonly pattern: RegExp;
  /** How long it is at least. */
  readonly length: number;
}

/**
 * Whether a parsed text has a number that a double changes, or in a string what looks like one. Mostly this is seen without going
 * over the text: a number of at most six digits is what a longer one was read as only if that has nine zeros or nines in a row,
 * which a point may cut in two; and fifteen digits are exact except where doubles end or have fewer digits.
 * @param traits What `survey` says of the parsed text.
 */
export function mayHoldInexact(text: string, traits: number): boolean {
  if ((traits & NUMBERS) === 0) return false;
  const mayBeLong = (traits & HAS_OTHER) !== 0 || text.includes("00000") || text.includes("99999");
  if (mayBeLong && holdsInexact(text, LONG_MANTISSA)) return true;
  return (traits & (HAS_ZERO | HAS_EXTREME)) !== 0 && holdsInexact(text, LONG_EXPONENT);
}

/** Hashes and source code in strings are mostly seen not to be JSON numbers. */
function holdsInexact(text: string, { pattern, length }: Candidate): boolean {
  pattern.lastIndex = 0;
  while (pattern.test(text)) {
    const start = startOfNumber(text, pattern.lastIndex - length);
    const end = endOfNumber(text, pattern.lastIndex);
    if (isNumberBetween(text, start, end) && isInexactBetween(text, start, end)) return true;
    // Going on after it, nobody comes back to it: this is linear.
    pattern.lastIndex = end;
  }
  return false;
}

function startOfNumber(text: string, from: number): number {
  let start = from;
  while (start > 0 && isOfNumber(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function endOfNumber(text: string, from: number): number {
  let end = from;
  while (isOfNumber(text.charCodeAt(end))) end += 1;
  return end;
}

/** A digit, a point, a sign or the mark of an exponent. */
function isOfNumber(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x2e || unit === 0x2d || unit === 0x2b || (unit | 0x20) === 0x65;
}

/** What JSON has before and after a number, except for the ends of the text. */
const BEFORE_NUMBER = "[,: \n\r\t";
const AFTER_NUMBER = ",]} \n\r\t";

function isNumberBetween(text: string, start: number, end: number): boolean {
  return BEFORE_NUMBER.includes(text.charAt(start - 1)) && AFTER_NUMBER.includes(text.charAt(end));
}

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;

function isInexactBetween(text: string, start: number, end: number): boolean {
  if (isExactDecimal(text, start, end)) return false;
  const literal = text.slice(start, end);
  return NUMBER.test(literal) && isInexact(literal);
}

/** Whether a double changes the value of a JSON number. */
export function isInexact(literal: string): boolean {
  if (literal.length < 5 || isExactDecimal(literal, 0, literal.length)) return false;
  const double = Number(literal);
  if (!Number.isFinite(double)) return true;
  const printed = String(double);
  if (double !== 0 && isPlain(literal) && isPlain(printed)) return withoutLastZeros(literal) !== printed;
  return printed !== literal && decimal(printed) !== decimal(literal);
}

function isPlain(literal: string): boolean {
  return !literal.includes("e") && !literal.includes("E");
}

function withoutLastZeros(plain: string): string {
  if (!plain.includes(".")) return plain;
  const kept = trimZeros(plain);
  return kept.endsWith(".") ? kept.slice(0, -1) : kept;
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
