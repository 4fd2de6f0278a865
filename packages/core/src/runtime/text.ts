/** What generated predicates and other code share about strings: length in code points, UUIDs, letters without case. */

/** The number of code points of a text; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) {
    if (isLowSurrogate(text.charCodeAt(at)) && isHighSurrogate(text.charCodeAt(at - 1))) count--;
  }
  return count;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Whether the value is a string of `min` to `max` code points. */
export function isStringOf(value: unknown, min: number, max: number): value is string {
  if (typeof value !== "string") return false;
  const units = value.length;
  // A code point takes one or two units: only between these bounds does the answer depend on which.
  return (units <= max && units >= 2 * min - 1) || (units >= min && units <= 2 * max && fits(value, min, max));
}

function fits(text: string, min: number, max: number): boolean {
  const length = codePointLength(text);
  return length >= min && length <= max;
}

/** For each ASCII code: 1 for a hexadecimal digit, 2 for the hyphen. */
const HEX_OR_HYPHEN: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) =>
  code === 45 ? 2 : Number(/[0-9a-f]/i.test(String.fromCharCode(code))),
);

/** The same classes for each place of a UUID. */
const UUID: Uint8Array = /* @__PURE__ */ Uint8Array.from("00000000-0000-0000-0000-000000000000", (char) =>
  char === "-" ? 2 : 1,
);

/** Whether the value is a UUID with hyphens, in either case, whatever its version. */
export function isUuidText(value: unknown): value is string {
  if (typeof value !== "string" || value.length !== 36) return false;
  for (let at = 0; at < 36; at++) {
    if (HEX_OR_HYPHEN[value.charCodeAt(at)] !== UUID[at]) return false;
  }
  return true;
}

/** A text with the letters A to Z in lower case. No other letter becomes one of theirs, as the Kelvin sign does in Unicode. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
