/** Symbols by which errors are recognised across copies of this package, bundles and realms. */

/** Puts a marker on the instances of an error class, and gives what recognises them, whatever copy of the class made them. */
export function markedBy<Instance>(
  errorClass: { readonly prototype: Instance & object },
  marker: symbol,
): (value: unknown) => value is Instance {
  Object.defineProperty(errorClass.prototype, marker, { value: true });
  return (value): value is Instance => hasMarker(value, marker);
}

/** Whether a value is an object with the marker; never throws, whatever was thrown. */
export function hasMarker(value: unknown, marker: symbol): boolean {
  try {
    return typeof value === "object" && value !== null && marker in value;
  } catch {
    // A proxy throws whatever it likes, content included.
    return false;
  }
}
