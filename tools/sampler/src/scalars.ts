/** Arbitrary texts and numbers within the limits of a schema, the limits themselves included. */
import fc from "fast-check";
import { AWKWARD_NAMES, AWKWARD_TEXTS, anyText, withoutNegativeZero } from "./any-json.js";
import { anyCharacter } from "./characters.js";
import type { Schema } from "./schema.js";
import { codePoints, numberOr, objectOf } from "./schema.js";

/** Longer texts at a limit would make every property test slow. */
const LONGEST_AT_LIMIT = 8192;
const TYPICAL_LENGTH = 24;
/** A forbidden class, `[^abc]`: every character is one of the class. */
const FORBIDDEN_CLASS = /^\[\^((?:[^\]\\]|\\.)+)\]$/;

/** Texts that a string schema takes; `accepts` has the last word. */
export function textOf(schema: Schema, accepts: (text: string) => boolean): fc.Arbitrary<string> {
  const min = numberOr(schema.minLength, 0);
  const max = numberOr(schema.maxLength, Number.POSITIVE_INFINITY);
  const pattern = typeof schema.pattern === "string" ? schema.pattern : classPattern(schema, min, max);
  if (pattern !== undefined) return matchingText(pattern).filter(accepts);
  const special = [...atLimits(min, max), ...AWKWARD_TEXTS, ...AWKWARD_NAMES].filter(accepts);
  const ordinary = ordinaryText(min, max).filter(accepts);
  if (special.length === 0) return ordinary;
  return fc.oneof({ weight: 3, arbitrary: ordinary }, { weight: 1, arbitrary: fc.constantFrom(...special) });
}

/** Integers between the bounds, close to each bound, and the bounds. */
export function integerOf(schema: Schema): fc.Arbitrary<number> {
  const min = numberOr(schema.minimum, Number.MIN_SAFE_INTEGER);
  const max = numberOr(schema.maximum, Number.MAX_SAFE_INTEGER);
  const small = fc.integer({ min, max: Math.min(max, min + 100) });
  return fc.oneof(small, fc.integer({ min, max }), fc.constantFrom(min, max));
}

/** Numbers between the bounds, whole ones and the bounds included. */
export function numberOf(schema: Schema): fc.Arbitrary<number> {
  const min = numberOr(schema.minimum, -Number.MAX_VALUE);
  const max = numberOr(schema.maximum, Number.MAX_VALUE);
  const whole = fc.integer({ min: Math.ceil(Math.max(min, -1e6)), max: Math.floor(Math.min(max, 1e6)) });
  return fc.oneof(fc.double({ min, max, noNaN: true }), whole, fc.constantFrom(min, max)).map(withoutNegativeZero);
}

/** Texts that match a pattern. */
const matchingText = remembered((pattern: string) => fc.stringMatching(new RegExp(pattern, "u")));

/** Texts of which nothing but the least and the greatest length is known. */
const ordinaryText = remembered((min: number, max: number): fc.Arbitrary<string> => {
  const typical = Math.min(max, Math.max(min, TYPICAL_LENGTH));
  const limits = { minLength: min, maxLength: typical };
  const fits = (text: string): boolean => codePoints(text) >= min && codePoints(text) <= max;
  return fc.oneof(
    { weight: 4, arbitrary: fc.string(limits) },
    { weight: 2, arbitrary: fc.string({ ...limits, unit: anyCharacter }) },
    { weight: 1, arbitrary: fc.string({ ...limits, unit: "grapheme" }).filter(fits) },
    { weight: 1, arbitrary: anyText.filter(fits) },
  );
});

/** Makes each arbitrary once: fast-check looks at thousands of characters to make one of texts, and a contract has hundreds. */
function remembered<Key extends readonly unknown[]>(
  make: (...key: Key) => fc.Arbitrary<string>,
): (...key: Key) => fc.Arbitrary<string> {
  const made = new Map<string, fc.Arbitrary<string>>();
  return (...key) => {
    const name = key.join();
    const known = made.get(name) ?? make(...key);
    made.set(name, known);
    return known;
  };
}

/** Texts exactly as short and as long as they may be; the astral ones have twice the length that JavaScript counts. */
function atLimits(min: number, max: number): string[] {
  const longest = max <= LONGEST_AT_LIMIT ? ["x".repeat(max), "\u{1F600}".repeat(max)] : [];
  return ["m".repeat(min), "\u{10FFFF}".repeat(min), ...longest];
}

function classPattern(schema: Schema, min: number, max: number): string | undefined {
  const forbidden = objectOf(schema.not).pattern;
  const members = typeof forbidden === "string" ? FORBIDDEN_CLASS.exec(forbidden)?.[1] : undefined;
  return members === undefined ? undefined : `^[${members}]{${min},${Math.min(max, min + TYPICAL_LENGTH)}}$`;
}
