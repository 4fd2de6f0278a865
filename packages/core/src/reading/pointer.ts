/** JSON Pointers (RFC 6901). */

import { keyPointer } from "../runtime/unknown.js";

/** One step of a pointer, with its slash. */
export function pointerStep(key: string | number): string {
  return typeof key === "number" ? `/${key}` : keyPointer(key);
}
