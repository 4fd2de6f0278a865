/** Reads the tests of conditions. */

import type { Test } from "./format.js";
import type { Reader } from "./reader.js";

export function readTest(reader: Reader): Test {
  if (reader.has("not")) return { not: readTest(reader.inner("not")) };
  if (reader.has("all")) return { all: reader.list("all").map(readTest) };
  if (reader.has("any")) return { any: reader.list("any").map(readTest) };
  reader.only("at", "present", "is", "in", "type");
  const at = reader.pointer("at");
  if (reader.has("is")) return { at, in: [reader.json("is")] };
  if (reader.has("in")) return { at, in: reader.array("in") };
  if (reader.has("type")) return { at, type: reader.text("type") };
  return reader.json("present") === true
    ? { at, present: true }
    : reader.fail('must be true; absence is "not"', "present");
}
