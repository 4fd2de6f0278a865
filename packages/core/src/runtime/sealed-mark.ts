/** Marks JSON values that were frozen here to their last level, so that nobody has to copy or to look at them again. */

import { Existing } from "./existing.js";
import type { JsonArray, JsonObject } from "./json.js";

class Seal extends Existing {
  readonly #isWhole: boolean = true;

  static isOn(value: object): boolean {
    return #isWhole in value;
  }
}

/** Whether the value was sealed here: JSON to its last level, and nested no deeper than a record may be. */
export function isSealed(value: unknown): value is JsonArray | JsonObject {
  return typeof value === "object" && value !== null && Seal.isOn(value);
}

/**
 * Marks a value that is about to be frozen, and everything in which is. One that is frozen already takes no private field in newer
 * engines, and is copied again.
 */
export function markSealed(value: object): void {
  if (Object.isExtensible(value) && !Seal.isOn(value)) new Seal(value);
}
