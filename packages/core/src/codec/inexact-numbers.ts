/** Tells which numbers of a decoded value a double cannot hold. */

import { pointerStep } from "../reading/pointer.js";
import { literalsOf } from "../runtime/number-text.js";

/**
 * JSON Pointers, in the decoded value, of the numbers whose digits in the text say more than the double that is read there.
 * They are written back digit by digit.
 */
export function inexactNumbers(value: unknown): readonly string[] {
  const pointers: string[] = [];
  collect(value, "", pointers);
  return pointers;
}

function collect(value: unknown, at: string, pointers: string[]): void {
  if (typeof value !== "object" || value === null) return;
  const literals = literalsOf(value);
  for (const [key, member] of Object.entries(value)) {
    if (literals.has(key) && typeof member === "number") pointers.push(at + pointerStep(key));
    else collect(member, at + pointerStep(key), pointers);
  }
}
