/** Symbols by which errors are recognised across copies of this package, bundles and realms. */

/** Puts a marker on the instances of an error class. */
export function mark(errorClass: { readonly prototype: object }, marker: symbol): void {
  Object.defineProperty(errorClass.prototype, marker, { value: true });
}

/** Whether a value is an object with the marker; never throws, whatever was thrown. */
export function isMarked(value: unknown, marker: symbol): boolean {
  try {
    return typeof value === "object" && value !== null && marker in value;
  } catch {
    // A proxy throws whatever it likes, content included.
    return false;
  }
}
