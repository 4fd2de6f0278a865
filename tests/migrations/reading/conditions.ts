/** The tests of conditions. */

import { isArray } from "../../../tools/generator/src/json.js";
import type { Test } from "../../../tools/generator/src/migrations/format.js";
import { pathOf } from "../../../tools/generator/src/migrations/steps.js";
import { type Fields, isSame, type Value, valueAt } from "./values.js";

/** Whether a test holds on an object. */
export function holds(test: Test, image: Fields): boolean {
  if ("not" in test) return !holds(test.not, image);
  if ("all" in test) return test.all.every((one) => holds(one, image));
  if ("any" in test) return test.any.some((one) => holds(one, image));
  const value = valueAt(image, pathOf(test.at));
  if ("in" in test) return test.in.some((one) => isSame(one, value));
  if ("type" in test) return typeOf(value) === test.type;
  return value !== undefined;
}

function typeOf(value: Value): string {
  if (value === null) return "null";
  return isArray(value) ? "array" : typeof value;
}
