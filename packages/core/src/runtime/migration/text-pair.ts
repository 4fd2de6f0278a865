/** One text of the older version and two of the newer one, which a separator keeps apart. */

import type { JsonObject } from "../json.js";
import type { TranslationOf } from "./plan.js";
import type { Draft, Run, Value } from "./run.js";
import type { ValueCodec } from "./translate.js";
import { memberOf, objectOf } from "./value.js";

/** Between a text and `{ first, second }`, which {@link pairTexts} makes and of which absent ones are missing. */
export function textPair(form: TranslationOf<"split">): ValueCodec {
  return {
    up: (value) => (typeof value === "string" ? splitAtSeparator(value, form) : value),
    down: (value) => joined(value, form),
    code: "value_changed",
  };
}

/** Two texts as one value. */
export function pairTexts(_run: Run, first: Value, _step: object, second: Value): Value {
  return pairOf(first, second);
}

/** One of the texts of a pair. */
export function textOfPair(_run: Run, pair: Value, { name }: { readonly name: string }): Value {
  return memberOf(pair, name);
}

/** Nothing where both are absent. */
function pairOf(first: Value, second: Value): JsonObject | undefined {
  if (first === undefined && second === undefined) return undefined;
  const pair: Draft = {};
  if (first !== undefined) pair.first = first;
  if (second !== undefined) pair.second = second;
  return pair;
}

function splitAtSeparator(text: string, { separator, otherwise }: TranslationOf<"split">): Value {
  const at = text.indexOf(separator);
  return at < 0 ? pairOf(text, otherwise) : pairOf(text.slice(0, at), text.slice(at + separator.length));
}

/** What is no pair of texts stays as it is: somebody else wrote it into the residue. */
function joined(value: Value, { separator, limit }: TranslationOf<"split">): Value {
  const pair = objectOf(value);
  if (pair === undefined) return value;
  const [first = "", second] = [memberOf(pair, "first"), memberOf(pair, "second")];
  if (typeof first !== "string") return value;
  if (second === undefined) return first;
  return typeof second === "string" ? cut(first + separator + second, limit) : value;
}

/** A text has at most as many code points as it has units. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text : [...text].slice(0, limit).join("");
}
