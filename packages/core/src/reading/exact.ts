/**
 * JSON text to values without losing a digit: a number that a double would change becomes a `RawScalar`. The platform's parser reads
 * the text with a string in the place of each such number, and the strings give way to them afterwards.
 */

import { inexact } from "../runtime/inexact-flag.js";
import type { Fields } from "../runtime/json.js";
import { InexactNumberError, keepLiteral, literalsOf } from "../runtime/number-text.js";
import { RawScalar } from "../runtime/raw-scalar.js";
import { setMember } from "../runtime/tidy.js";
import { inexactSpans, type NumberSpan } from "./inexact.js";
import { endOfString } from "./string-end.js";

/**
 * A parsed text with `RawScalar`s in it, or undefined when every number is exact.
 * @param tree The text as the platform's parser reads it, nested no deeper than a record may be.
 */
export function parseExactly(text: string, tree: unknown): unknown {
  const spans = outsideStrings(text, inexactSpans(text));
  if (spans.length === 0) return undefined;
  const mark = freeMark(tree);
  const literals = spans.map(({ start, end }) => text.slice(start, end));
  return withNumbers(JSON.parse(withMarks(text, spans, mark)), mark, literals);
}

function outsideStrings(text: string, spans: readonly NumberSpan[]): readonly NumberSpan[] {
  let open = text.indexOf('"');
  let close = open < 0 ? -1 : endOfString(text, open);
  return spans.filter(({ start }) => {
    while (open >= 0 && close < start) {
      open = text.indexOf('"', close + 1);
      close = open < 0 ? -1 : endOfString(text, open);
    }
    return open < 0 || start < open;
  });
}

const MARK = /^([0-9]{1,15}):/;

/** What no string in a tree begins with: one of the first whole numbers, of which there are more than strings, and a colon. */
function freeMark(tree: unknown): string {
  const taken = new Set<number>();
  collectMarks(tree, taken);
  let free = 0;
  while (taken.has(free)) free += 1;
  return `${free}:`;
}

function collectMarks(value: unknown, taken: Set<number>): void {
  if (typeof value === "string") {
    const [, number] = MARK.exec(value) ?? [];
    if (number !== undefined) taken.add(Number(number));
  } else if (typeof value === "object" && value !== null) {
    for (const key in value) collectMarks((value as Fields)[key], taken);
  }
}

function withMarks(text: string, spans: readonly NumberSpan[], mark: string): string {
  let marked = "";
  let at = 0;
  for (const [index, { start, end }] of spans.entries()) {
    marked += `${text.slice(at, start)}"${mark}${index}"`;
    at = end;
  }
  return marked + text.slice(at);
}

/** Changes the value in place. Where a key occurs twice, `JSON.parse` keeps the last, so the number of the first is gone. */
function withNumbers(value: unknown, mark: string, literals: readonly string[]): unknown {
  if (typeof value === "string") {
    const literal = value.startsWith(mark) ? literals[Number(value.slice(mark.length))] : undefined;
    return literal === undefined ? value : new RawScalar(literal);
  }
  if (typeof value !== "object" || value === null) return value;
  for (const key in value) {
    const member = (value as Fields)[key];
    const exact = withNumbers(member, mark, literals);
    if (exact !== member) setMember(value as Fields, key, exact);
  }
  return value;
}

/**
 * Puts doubles in place of `RawScalar`s and keeps their literals beside the container that has them.
 * @param kept Whether the tree will be frozen; otherwise it is only kept that the numbers are inexact.
 */
export function settle(value: unknown, kept: boolean): void {
  if (typeof value !== "object" || value === null) return;
  const container = value as Fields;
  for (const key of Object.keys(container)) {
    const member = container[key];
    if (!(member instanceof RawScalar)) {
      settle(member, kept);
      continue;
    }
    setMember(container, key, Number(member));
    keepLiteral(container, key, kept ? member.text : undefined);
  }
}

/**
 * The opposite, in place: a `RawScalar` for each number whose literal is kept. What is frozen stays.
 * @returns Whether there was one.
 * @throws InexactNumberError for a number that was changed by reading it and whose literal was not kept.
 */
export function unsettle(value: unknown): boolean {
  if (!inexact.seen || typeof value !== "object" || value === null || Object.isFrozen(value)) return false;
  const container = value as Fields;
  const literals = literalsOf(container);
  let isFound = false;
  for (const key of Object.keys(container)) {
    if (literals?.has(key) && typeof container[key] === "number") {
      setMember(container, key, new RawScalar(keptLiteral(literals.get(key))));
      isFound = true;
    } else if (unsettle(container[key])) isFound = true;
  }
  return isFound;
}

function keptLiteral(literal: string | undefined): string {
  if (literal === undefined) throw new InexactNumberError();
  return literal;
}
