/** Every character of Unicode, evenly. */
import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/**
 * Any code point but half surrogate pairs: the characters that fast-check calls binary. Its own arbitrary of them keeps a map of all
 * of them, a million, from the first text on.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - SURROGATES).map(characterOf, placeOf);

function characterOf(place: number): string {
  return String.fromCodePoint(place < FIRST_SURROGATE ? place : place + SURROGATES);
}

/** @throws Error for anything but one character, which tells fast-check that it is none of this arbitrary. */
function placeOf(character: unknown): number {
  const point = typeof character === "string" ? character.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== character || isSurrogate(point))
    throw new Error("not a character");
  return point < FIRST_SURROGATE ? point : point - SURROGATES;
}

function isSurrogate(point: number): boolean {
  return point >= FIRST_SURROGATE && point < FIRST_SURROGATE + SURROGATES;
}
