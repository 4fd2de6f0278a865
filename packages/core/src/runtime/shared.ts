/** What all copies of this package in a program have in common: each build of it, and each that a bundler made, has modules of its own. */

/**
 * The one value of a name. Copies of different releases meet here, so that what a name stands for never changes.
 * @param make Makes it for the first that asks, and for each where the global object takes nothing new.
 */
export function sharedValue<Value extends object>(name: string, make: () => Value): Value {
  const key = Symbol.for(`parlance.${name}`);
  const known = Object.getOwnPropertyDescriptor(globalThis, key)?.value as Value | undefined;
  if (known !== undefined) return known;
  const value = make();
  Reflect.defineProperty(globalThis, key, { value });
  return value;
}
