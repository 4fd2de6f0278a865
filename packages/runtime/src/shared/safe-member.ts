/** Reads a member of whatever was thrown. */

/** Undefined where there is none, and where a proxy or a getter throws. */
export function safeMember(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Readonly<Record<string, unknown>>)[name];
  } catch {
    return undefined;
  }
}
