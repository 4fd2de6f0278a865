/** Tests of the file as expressions of generated code. */

import { literal } from "../emit/writer.js";
import type { Test } from "./format.js";
import type { Frame } from "./frame.js";
import { pathOf } from "./steps.js";

/** A test as an expression on the object in a variable. */
export function testOn(frame: Frame, test: Test, variable: string): string {
  if ("not" in test) return `!(${testOn(frame, test.not, variable)})`;
  if ("all" in test) return `(${test.all.map((one) => testOn(frame, one, variable)).join(" && ") || "true"})`;
  if ("any" in test) return `(${test.any.map((one) => testOn(frame, one, variable)).join(" || ") || "false"})`;
  const path = literal(pathOf(test.at));
  if ("in" in test) return `${frame.use("isAmong")}(${variable}, ${path}, ${literal(test.in)})`;
  if ("type" in test) return `${frame.use("hasJsonType")}(${variable}, ${path}, ${literal(test.type)})`;
  return `${frame.use("isPresent")}(${variable}, ${path})`;
}
