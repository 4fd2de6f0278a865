/**
 * Finds the whole objects that stand after a damaged one on the line of an array, where no line begins that could tell them. Reading on from the
 * damage cannot: who has lost a bracket or a quote takes what a message holds for a message. So the array is read from its end,
 * where the depth is known, and only up to where the damage shows at the latest.
 */

import { scanJson } from "../reading/scan.js";
import { startOfString } from "../reading/string-end.js";
import { CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, closerOf, QUOTE, withoutSpace } from "./chunk.js";

/** A part of a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const NONE: readonly TextSpan[] = [];

/**
 * The whole objects at the end of an array, of which one stretch is damaged. None where the end may be that of another array, or the damage
 * may lie after them: `{"a":[{"b":1},{"c":2}]` can be a message that lost its end, with two messages inside.
 * @param text From the start of the damaged element to the bracket that closes the array.
 */
export function wholeAfterDamage(text: string): readonly TextSpan[] {
  const from = placeOfDamage(text);
  if (from === undefined || text.charCodeAt(text.length - 1) !== CLOSE_ARRAY) return NONE;
  const found: TextSpan[] = [];
  let end = withoutSpace(text, from, text.length - 1);
  for (let object = objectBefore(text, from, end); object !== undefined; object = objectBefore(text, from, end)) {
    found.push(object);
    end = withoutSpace(text, from, object.start);
    if (end === from || text.charCodeAt(end - 1) !== COMMA) break;
    end = withoutSpace(text, from, end - 1);
  }
  return belongToAnother(text, from, found.at(-1)) ? NONE : found.reverse();
}

/**
 * From where on objects may be whole: where the grammar breaks, at the latest right after the damage. Before it may stand a string that
 * was cut, and goes on to the first quote after the damage: what begins in it is no part of a string, since it has quotes of its own.
 */
function placeOfDamage(text: string): number | undefined {
  const fault = scanJson(text, {});
  if (fault === undefined || fault.deep) return undefined;
  const last = withoutSpace(text, 0, fault.offset) - 1;
  const start = text.charCodeAt(last) === QUOTE ? startOfString(text, last) : -1;
  return start < 0 ? fault.offset : start;
}

/** The object that ends right before an index and begins no earlier than another; undefined where there is no whole one. */
function objectBefore(text: string, from: number, end: number): TextSpan | undefined {
  if (end <= from || text.charCodeAt(end - 1) !== CLOSE_OBJECT) return undefined;
  const start = openedBefore(text, from, end - 1);
  if (start === undefined || scanJson(text.slice(start, end), {}) !== undefined) return undefined;
  return { start, end };
}

/** The last bracket between two indexes that is not closed between them; undefined where there is none. */
function openedBefore(text: string, from: number, end: number): number | undefined {
  let open = 0;
  for (let at = end - 1; at >= from; at -= 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = startOfString(text, at);
    else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) open += 1;
    else if (closerOf(unit) !== undefined) {
      if (open === 0) return at;
      open -= 1;
    }
  }
  return undefined;
}

/**
 * Whether the objects stand in an array, or are a member, that began after the damage: then the end of the text is not that of our array.
 * A bracket in a text that was cut opens nothing, unless all from it on could be an array.
 */
function belongToAnother(text: string, from: number, first: TextSpan | undefined): boolean {
  if (first === undefined) return false;
  const before = withoutSpace(text, from, first.start);
  if (text.charCodeAt(before - 1) === COLON) return true;
  const opened = openedBefore(text, from, before);
  return opened !== undefined && scanJson(`${text.slice(opened, first.end)}]`, {}) === undefined;
}
