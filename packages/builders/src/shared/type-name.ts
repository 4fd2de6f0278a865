/** What issues say that was found where something else was expected. */

/** The JSON type of a value, or what JavaScript calls one that JSON does not have; `nothing` for undefined. */
export function typeName(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
