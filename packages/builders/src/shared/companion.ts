/** Adds behaviour to the companions of the contract's types. */

import type { Companion } from "@parlance/core";

/** One object with everything of a companion and the functions for its type; getters stay getters. */
export function extend<Value, Behaviour extends object>(
  companion: Companion<Value>,
  behaviour: Behaviour,
): Companion<Value> & Behaviour {
  const members = { ...Object.getOwnPropertyDescriptors(companion), ...Object.getOwnPropertyDescriptors(behaviour) };
  return Object.freeze(Object.defineProperties({}, members)) as Companion<Value> & Behaviour;
}
