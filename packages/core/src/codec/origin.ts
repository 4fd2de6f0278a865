/** A parsed record with what is known of the text it came from. */

import { ParseError } from "../errors/parse-error.js";
import { refusingLostDigits } from "../json/stringify.js";
import { parseExactly, unsettleNumbers } from "../reading/exact.js";
import { mayHoldInexact } from "../reading/inexact.js";
import { IS_DEEP, traitsOfTree } from "../reading/survey.js";
import { MAX_DEPTH } from "../runtime/freeze.js";
import type { JsonObject } from "../runtime/json.js";
import type { OlderText } from "../runtime/source-text.js";

export interface Origin {
  /** The record; `exact` says that it holds `RawScalar`s. */
  readonly tree: JsonObject;
  readonly exact: boolean;
  /** The text that writes it back unchanged, where there is one. */
  readonly text: string | undefined;
  /** Whether this is a JavaScript value, in which unknown values may be in their decoded form already. */
  readonly isValue: boolean;
  /** The text in an older version, where the tree was migrated from one. */
  readonly older?: OlderText;
  /** The fields of the envelope in whose user data a key stands twice. */
  readonly duplicates?: readonly string[];
}

/**
 * Verdicts are given on doubles; what becomes the message has every digit.
 * @throws ParseError with the code `too_deep`, before anybody goes down such a tree.
 */
export function originOf(tree: JsonObject, text: string): Origin {
  const traits = traitsOfTree(tree);
  if ((traits & IS_DEEP) !== 0) throw tooDeepRecord();
  const exact = mayHoldInexact(text, traits) ? parseExactly(text) : undefined;
  return exact === undefined
    ? { tree, text, exact: false, isValue: false }
    : { tree: exact as JsonObject, text, exact: true, isValue: false };
}

/** Of the result of a migration. */
export function originOfMigrated(tree: JsonObject, exact: boolean, older?: OlderText): Origin {
  return older === undefined
    ? { tree, text: undefined, exact, isValue: false }
    : { tree, text: undefined, exact, isValue: false, older };
}

/** Of a copy of a value that was never text, or is no longer beside its text. Literals that were kept for it were copied, too. */
export function originOfValue(tree: JsonObject): Origin {
  return { tree, text: undefined, exact: false, isValue: true };
}

/**
 * Of a value the digits are kept beside the object that has the number: a migration puts it elsewhere, so they go with it.
 * @throws ValidationError for digits that were not kept.
 */
export function withDigits(origin: Origin): Origin {
  return { ...origin, exact: refusingLostDigits(() => unsettleNumbers(origin.tree)) };
}

export function tooDeepRecord(): ParseError {
  return new ParseError("too_deep", `nested more than ${MAX_DEPTH} levels deep`);
}
