/** Samples are valid, varied and survive a round trip through JSON; mutated ones are a mix. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryOf, mutated, nearlyValid, SchemaError, satisfies } from "../src/index.js";
import { propertyRuns } from "../src/properties.js";
import { ajvOf } from "./ajv.js";
import { SMALL_BUNDLE } from "./small-bundle.js";

const NAMES = Object.keys(SMALL_BUNDLE.$defs);

interface Shelf {
  [key: string]: unknown;
  items: { [key: string]: unknown; type: string }[];
}

function shelves(options: Parameters<typeof arbitraryOf>[2], count = 300): Shelf[] {
  return fc.sample(arbitraryOf(SMALL_BUNDLE, "Shelf", options), { numRuns: count, seed: 20261121 }) as Shelf[];
}

describe("arbitraryOf", () => {
  it.each(NAMES)("gives only values that ajv takes for %s", (name) => {
    const isValid = ajvOf(SMALL_BUNDLE, name);
    fc.assert(fc.property(arbitraryOf(SMALL_BUNDLE, name), (value) => isValid(value)));
  });

  it("gives values that come back the same from a text", () => {
    fc.assert(
      // Not `toStrictEqual`, which reads a member named `__proto__` as the prototype.
      fc.property(arbitraryOf(SMALL_BUNDLE, "Shelf"), (value) =>
        isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value),
      ),
    );
  });

  it("shows nulls, unknown fields, unknown tags and awkward keys when nobody asks otherwise", () => {
    const samples = shelves({});
    const known = new Set(Object.keys(SMALL_BUNDLE.$defs.Shelf.properties));
    const keys = new Set(samples.flatMap((shelf) => Object.keys(shelf)));
    expect(samples.some((shelf) => shelf.name === null)).toBe(true);
    expect(["__proto__", "constructor", "toString"].filter((key) => keys.has(key))).toStrictEqual([
      "__proto__",
      "constructor",
      "toString",
    ]);
    expect([...keys].some((key) => !known.has(key))).toBe(true);
    expect(samples.some((shelf) => shelf.items.some(({ type }) => !["box", "blob", "either"].includes(type)))).toBe(
      true,
    );
  });

  it("leaves nulls, unknown fields and unknown tags out when asked to", () => {
    const samples = shelves({ nulls: false, unknownFields: false, unknownTags: false });
    const known = Object.keys(SMALL_BUNDLE.$defs.Shelf.properties);
    expect(samples.flatMap((shelf) => Object.keys(shelf)).filter((key) => !known.includes(key))).toStrictEqual([]);
    expect(samples.flatMap((shelf) => [shelf.name, shelf.size, shelf.path, shelf.kind]).includes(null)).toBe(false);
    expect(new Set(samples.flatMap((shelf) => shelf.items.map(({ type }) => type)))).toStrictEqual(
      new Set(["box", "blob", "either"]),
    );
  });

  it("reaches the limits of lengths and numbers", () => {
    const samples = shelves({ unknownFields: false }, 1000);
    const lengths = new Set(samples.map(({ name }) => (typeof name === "string" ? [...name].length : -1)));
    const sizes = new Set(samples.map(({ size }) => size));
    expect([lengths.has(1), lengths.has(8), lengths.has(9)]).toStrictEqual([true, true, false]);
    expect([sizes.has(1), sizes.has(9007199254740991)]).toStrictEqual([true, true]);
  });

  it("ends where a definition holds itself", () => {
    const depth = (value: unknown): number =>
      typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
    const samples = fc.sample(arbitraryOf(SMALL_BUNDLE, "Item"), { numRuns: 500, seed: 1 });
    expect(Math.max(...samples.map(depth))).toBeLessThan(64);
  });

  it("says which definition is missing", () => {
    expect(() => arbitraryOf(SMALL_BUNDLE, "Drawer")).toThrow(new SchemaError("the bundle has no definition Drawer"));
  });
});

describe("nearlyValid", () => {
  it("breaks most payloads and leaves some valid", () => {
    const isValid = ajvOf(SMALL_BUNDLE, "Shelf");
    const samples = fc.sample(nearlyValid(SMALL_BUNDLE, "Shelf"), { numRuns: 1000, seed: 20261121 });
    const share = samples.filter(isValid).length / samples.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.7);
  });

  it("leaves the payload it starts from as it was", () => {
    const original = { id: "a", items: [{ type: "box" }] };
    const text = JSON.stringify(original);
    fc.sample(mutated(fc.constant(original), SMALL_BUNDLE), { numRuns: 500, seed: 7 });
    expect(JSON.stringify(original)).toBe(text);
  });
});

describe("satisfies", () => {
  it.each(NAMES)("has ajv's verdict on nearly valid values of %s", (name) => {
    const isValid = ajvOf(SMALL_BUNDLE, name);
    const schema = { $ref: `#/$defs/${name}` };
    fc.assert(
      fc.property(
        nearlyValid(SMALL_BUNDLE, name),
        (value) => satisfies(SMALL_BUNDLE, schema, value as never) === isValid(value),
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});
