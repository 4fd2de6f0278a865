/** Copies of a JSON value in which one place holds something else. */

/** Values of every type, near the limits that schemas set. */
const REPLACEMENTS: readonly unknown[] = [
  null,
  true,
  "",
  "text",
  "a".repeat(257),
  "..",
  "2026-11-21T10:00:00.000Z",
  "assistant",
  0,
  -1,
  1.5,
  2,
  9007199254740992,
  [],
  [null],
  ["a", "a"],
  {},
  { type: "text" },
  { type: "future", text: 1 },
  { "": null },
];

/** The copy number `n`: places and replacements come round in turn. What is not on the way to the place is shared. */
export function damagedCopy(value: unknown, n: number): unknown {
  const places = placesOf(value);
  const place = places[n % places.length] ?? [];
  return replaced(value, place, REPLACEMENTS[Math.floor(n / places.length) % REPLACEMENTS.length]);
}

/** The way to every value inside, and to the whole. */
function placesOf(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner).map((place) => [key, ...place]))];
}

function replaced(value: unknown, [key, ...others]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy: object = Array.isArray(value) ? [...value] : { ...(value as object) };
  const inner = (value as Readonly<Record<string, unknown>>)[key];
  return Object.defineProperty(copy, key, {
    value: replaced(inner, others, replacement),
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
