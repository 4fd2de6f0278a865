/** The tests of a `when` and of the branches of a union, on an object as it is before any operation. */

import type { JsonObject } from "../json.js";
import { pointerSteps } from "../pointer.js";
import type { Test } from "./plan.js";
import type { Value } from "./run.js";
import { isSame, valueAt } from "./value.js";

/** Whether an object passes a test. */
export type Passes = (object: JsonObject) => boolean;

/** A test, ready to be asked. */
export function preparedTest(test: Test): Passes {
  if ("not" in test) {
    const passes = preparedTest(test.not);
    return (object) => !passes(object);
  }
  if ("all" in test) {
    const tests = test.all.map(preparedTest);
    return (object) => tests.every((passes) => passes(object));
  }
  if ("any" in test) {
    const tests = test.any.map(preparedTest);
    return (object) => tests.some((passes) => passes(object));
  }
  const path = pointerSteps(test.at);
  if ("in" in test) return (object) => isAmong(valueAt(object, path), test.in);
  if ("type" in test) return (object) => hasJsonType(valueAt(object, path), test.type);
  return (object) => valueAt(object, path) !== undefined;
}

function isAmong(value: Value, values: readonly Value[]): boolean {
  return values.some((candidate) => isSame(candidate, value));
}

function hasJsonType(value: Value, type: string): boolean {
  if (value === undefined) return false;
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  return typeof value === type;
}
