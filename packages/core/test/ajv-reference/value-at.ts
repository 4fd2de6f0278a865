/** Finds the part of a value that a JSON Pointer names. */

import { pointerSteps } from "../../src/runtime/pointer.js";

/** The value there, or undefined; only own properties count. */
export function valueAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const key of pointerSteps(pointer)) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Readonly<Record<string, unknown>>)[key];
  }
  return here;
}
