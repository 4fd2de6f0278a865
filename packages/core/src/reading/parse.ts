/** JSON text to values, with an error that names the place and the rule and quotes nothing. */

import { ParseError } from "../errors/parse-error.js";
import type { JsonValue } from "../runtime/json.js";
import { positionIn } from "./position.js";
import { type Fault, scanJson } from "./scan.js";
import { endOfString } from "./string-end.js";

/** Texts shorter than this are parsed first: even if they are nothing but brackets, a parser copes. */
const DEEP_ENOUGH = 1 << 20;

/**
 * Parses a JSON text.
 * @throws ParseError with the code `not_json`, or `too_deep` where a text is long and nested beyond any use.
 */
export function parseJson(text: string): JsonValue {
  if (text.length > DEEP_ENOUGH) refuseAbyss(text);
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw faultOf(text);
  }
}

/** `JSON.parse` quotes its input in its message, so the place is found again by our own reading. */
function faultOf(text: string): ParseError {
  return toError(text, scanJson(text, {}) ?? { rule: "not JSON", offset: 0 });
}

export function toError(text: string, fault: Fault): ParseError {
  return new ParseError(fault.deep ? "too_deep" : "not_json", fault.rule, positionIn(text, fault.offset));
}

/**
 * Millions of brackets make `JSON.parse` use up the memory of the process before it fails. Counting those outside of
 * strings is enough: what breaks the grammar otherwise is left to the parser.
 */
function refuseAbyss(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) at = endOfString(text, at);
    else if (unit === 0x7b || unit === 0x5b) depth += 1;
    else if (unit === 0x7d || unit === 0x5d) depth -= 1;
    if (depth > 1000) throw faultOf(text);
  }
}
