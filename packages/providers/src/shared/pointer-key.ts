/** Steps of JSON Pointers (RFC 6901). */

/** A key as a JSON Pointer has it. */
export function pointerKey(key: string | number): string {
  return String(key).replaceAll("~", "~0").replaceAll("/", "~1");
}
