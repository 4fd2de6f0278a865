/** Adds behaviour to the companions of the contract's types. */

/** One object with everything of a companion and the functions for its type; getters stay getters. */
export function extendCompanion<Base extends object, const Behaviour extends object>(
  companion: Base,
  behaviour: Behaviour,
): Base & Behaviour {
  const members = { ...Object.getOwnPropertyDescriptors(companion), ...Object.getOwnPropertyDescriptors(behaviour) };
  return Object.freeze(Object.defineProperties({}, members)) as Base & Behaviour;
}
