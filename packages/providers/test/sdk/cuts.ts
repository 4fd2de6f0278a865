/** The bytes of an answer, cut anywhere: inside of lines, of escapes and of characters. */

import fc from "fast-check";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function inOnePiece(text: string): readonly Uint8Array[] {
  return [bytesOf(text)];
}

export function byteByByte(text: string): readonly Uint8Array[] {
  return Array.from(bytesOf(text), (byte) => Uint8Array.of(byte));
}

/** @param seed The same seed cuts in the same places. */
export function cutAnywhere(text: string, { seed, most = 12 }: { seed: number; most?: number }): readonly Uint8Array[] {
  const bytes = bytesOf(text);
  const [places = []] = fc.sample(fc.array(fc.nat(bytes.length), { minLength: Math.min(2, most), maxLength: most }), {
    seed,
    numRuns: 1,
  });
  const borders = [0, ...places.sort((a, b) => a - b), bytes.length];
  return borders.slice(1).flatMap((end, at) => {
    const piece = bytes.subarray(borders[at], end);
    return piece.length === 0 ? [] : [piece];
  });
}
