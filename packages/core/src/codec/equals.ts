/** Equality of decoded values. */

import { type Contract, isKnownType } from "../runtime/contract.js";
import { equalJson } from "../runtime/equal.js";
import { inexact } from "../runtime/inexact-flag.js";
import type { JsonObject } from "../runtime/json.js";

/** As `equals` of a contract. */
export function equalValues(contract: Contract, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const type = typeOf(contract, a);
  if (type === undefined || type !== typeOf(contract, b)) return equalJson(a, b);
  return inexact.seen ? equalJson(a, b) : contract.equal(a as JsonObject, b as JsonObject);
}

/** The type of a known message; undefined for parts and whatever else shares a tag with one. */
function typeOf({ current }: Contract, value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("schema_version" in value) || !("type" in value))
    return undefined;
  return typeof value.type === "string" && isKnownType(current, value.type) ? value.type : undefined;
}
