/** Finds the part of a value that a JSON Pointer names. */

/** The value there, or undefined; only own properties count. */
export function valueAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Readonly<Record<string, unknown>>)[key];
  }
  return here;
}
