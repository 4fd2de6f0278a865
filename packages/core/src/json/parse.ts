/** A JSON text to a value that keeps every digit. */

import { readRecord } from "../codec/decode.js";
import { tooDeepRecord } from "../codec/origin.js";
import { ParseError } from "../errors/parse-error.js";
import { parseExactly, settleNumbers } from "../reading/exact.js";
import { mayHoldInexact } from "../reading/inexact.js";
import { parseJson as parseText } from "../reading/parse.js";
import { MAX_BYTES } from "../reading/read-text.js";
import { IS_DEEP, traitsOfTree } from "../reading/survey.js";
import type { JsonObject, JsonValue } from "../runtime/json.js";
import { RawScalar } from "../runtime/raw-scalar.js";
import { sealJson } from "./sealed.js";

export interface ParseJsonOptions {
  /**
   * Refuses what JSON parsers disagree on: duplicate keys, lone surrogates, a byte order mark, numbers that a double cannot hold.
   * @defaultValue false
   */
  readonly strict?: boolean;
  /**
   * The longest text in UTF-8 bytes.
   * @defaultValue 67108864
   */
  readonly maxBytes?: number;
}

/**
 * The value of a JSON text (a string or UTF-8 bytes), deeply frozen. Digits that a double cannot hold are kept beside it:
 * `stringifyJson` writes them, `inexactNumbers` tells where they are.
 *
 * @throws ParseError, which quotes nothing; `inexact_number` also when the whole text is one such number, which has nothing to be kept beside.
 */
export function parseJson(input: string | Uint8Array, options: ParseJsonOptions = {}): JsonValue {
  const text = readRecord(input, options.maxBytes ?? MAX_BYTES, options.strict ?? false);
  const tree = parseText(text);
  if (typeof tree === "number") return exactNumber(text, tree);
  if (typeof tree !== "object" || tree === null) return tree;
  return sealJson(withDigits(tree, text));
}

function withDigits(tree: JsonValue & object, text: string): JsonValue {
  const traits = traitsOfTree(tree);
  if ((traits & IS_DEEP) !== 0) throw tooDeepRecord();
  const exact = mayHoldInexact(text, traits) ? (parseExactly(text) as JsonObject | undefined) : undefined;
  if (exact === undefined) return tree;
  settleNumbers(exact, true);
  return exact;
}

function exactNumber(text: string, value: number): number {
  if (parseExactly(text) instanceof RawScalar)
    throw new ParseError("inexact_number", "a number that a double cannot hold");
  return value;
}
