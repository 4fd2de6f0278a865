/** Steps of JSON Pointers (RFC 6901). */

/** A key as a step of a JSON Pointer has it. */
export function pointerKey(key: string | number): string {
  return String(key).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The keys and indexes that a JSON Pointer leads by. */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer.split("/").slice(1).map(stepOf);
}

function stepOf(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}
