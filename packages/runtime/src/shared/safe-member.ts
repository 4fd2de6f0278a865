/** Reads a member of whatever somebody else gave or threw. */

/** Undefined where there is none, and where a proxy or a getter throws. */
export function safeMember(value: unknown, name: PropertyKey): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Readonly<Record<PropertyKey, unknown>>)[name];
  } catch {
    return undefined;
  }
}
