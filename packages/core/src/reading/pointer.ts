/** JSON Pointers (RFC 6901). */

/** One step of a pointer, with its slash. */
export function step(key: string | number): string {
  return typeof key === "number" ? `/${key}` : `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
