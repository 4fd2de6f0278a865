/** Symbols by which errors are recognised across copies of this package, bundles and realms. */

/** Puts a marker on the instances of an error class. */
export function mark(errorClass: { readonly prototype: object }, marker: symbol): void {
  Object.defineProperty(errorClass.prototype, marker, { value: true });
}

/** Whether a value is an object with the marker. */
export function isMarked(value: unknown, marker: symbol): boolean {
  return typeof value === "object" && value !== null && marker in value;
}
