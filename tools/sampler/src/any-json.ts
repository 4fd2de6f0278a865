/** Arbitrary JSON as users put it into open slots: nested, with awkward keys, texts and numbers. */
import fc from "fast-check";
import { anyCharacter } from "./characters.js";
import type { Json, JsonObject } from "./schema.js";
import { objectFrom } from "./schema.js";

/** Names that code stumbles over when it takes an object for a dictionary, and others that pointers must escape. */
export const AWKWARD_NAMES: readonly string[] = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "",
  "0",
  "a/b~c",
  "x-future",
  "na\u00efve",
  "\u{1F600}",
];

/** Texts that writers, readers and engines of regular expressions treat differently. */
export const AWKWARD_TEXTS: readonly string[] = [
  "",
  " ",
  "\n",
  'a"b\\c',
  "\u0000",
  "\u2028\u2029",
  "e\u0301",
  "\u{1F469}\u200D\u{1F4BB}",
  "\u05E9\u05DC\u05D5\u05DD",
  "<script>",
  "__proto__",
  "null",
];

const AWKWARD_NUMBERS: readonly number[] = [
  0, 1, -1, 0.1, 1e21, -1e-7, 5e-324, 1.7976931348623157e308, 9007199254740991, -9007199254740991, 4294967296,
];

/** Any text without half surrogate pairs. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
  { weight: 2, arbitrary: fc.constantFrom(...AWKWARD_TEXTS) },
);

const anyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(withoutNegativeZero),
  fc.constantFrom(...AWKWARD_NUMBERS),
);

export const anyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z_]{1,12}$/) },
  { weight: 2, arbitrary: fc.constantFrom(...AWKWARD_NAMES) },
  { weight: 1, arbitrary: anyText },
);

/** Any JSON value, at most four levels deep. */
export const anyJson: fc.Arbitrary<Json> = jsonOf(3);

/** Any JSON object; values at most four levels deep. */
export const anyJsonObject: fc.Arbitrary<JsonObject> = objectOfValues(anyJson);

function jsonOf(depth: number): fc.Arbitrary<Json> {
  const leaf: fc.Arbitrary<Json> = fc.oneof(fc.constant(null), fc.boolean(), anyNumber, anyText);
  if (depth === 0) return leaf;
  const inner = jsonOf(depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }) },
    { weight: 1, arbitrary: objectOfValues(inner) },
  );
}

function objectOfValues(values: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  return fc.array(fc.tuple(anyName, values), { maxLength: 3 }).map(objectFrom);
}

/** A sample is what `JSON.parse(JSON.stringify(sample))` gives back, and minus zero does not come back. */
export function withoutNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}
