/** Marks the values that the factories made: plain data, frozen to its last level, which nobody has to copy or to look at again. */

import { Existing } from "@parlance/core/internal";

class Mark extends Existing {
  readonly #isOwned: boolean = true;

  static isOn(value: object): boolean {
    return #isOwned in value;
  }
}

/**
 * The last step of making a value: marks a new object, all members of which are plain data and deeply frozen, and freezes it. One
 * that is frozen already takes no private field in newer engines, and stays without.
 */
export function owned<Value extends object>(value: Value): Value {
  if (Object.isExtensible(value)) new Mark(value);
  return Object.freeze(value);
}

/** Whether the value itself was made here; what was frozen elsewhere may have accessors, or be a proxy. */
export function isOwned(value: unknown): boolean {
  return typeof value === "object" && value !== null && Mark.isOn(value);
}
