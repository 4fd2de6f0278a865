/** Equality of decoded values. */

import { type Contract, isKnownType } from "../runtime/contract.js";
import { equalJson } from "../runtime/equal.js";
import type { JsonObject } from "../runtime/json.js";
import { findsLiterals, holdsLiterals } from "../runtime/number-text.js";
import { isMadeByCodec } from "../runtime/source-text.js";

/** As `equals` of a contract. */
export function equalValues(contract: Contract, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const type = typeOf(contract, a);
  if (type === undefined || type !== typeOf(contract, b)) return equalJson(a, b);
  return equalBy(contract.equal, a as JsonObject, b as JsonObject);
}

/** Two values by a function that sees numbers as doubles; digit by digit where digits are kept for a number in one of them. */
export function equalBy<Value>(equal: (a: Value, b: Value) => boolean, a: Value, b: Value): boolean {
  return mayHoldDigits(a) || mayHoldDigits(b) ? equalJson(a, b) : equal(a, b);
}

/** What the codec made is known to hold them; anything else has to be looked through. */
function mayHoldDigits(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isMadeByCodec(value) ? holdsLiterals(value) : findsLiterals(value);
}

/** The type of a known message; undefined for parts and whatever else shares a tag with one. */
function typeOf({ current }: Contract, value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("schema_version" in value) || !("type" in value))
    return undefined;
  return typeof value.type === "string" && isKnownType(current, value.type) ? value.type : undefined;
}
