/** The laws of migration on random messages and persisted roots of every type, for every pair of neighbouring versions. */

import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/runtime/json.js";
import { canonical, hostileResidue, storedTypes, strangeResidue } from "./support.js";

const RUNS = propertyRuns(100);

function holds(arbitrary: fc.Arbitrary<JsonObject>, check: (message: JsonObject) => void): void {
  const property = fc.property(arbitrary, (message) => {
    check(message);
  });
  fc.assert(property, { numRuns: RUNS });
}

const STORED = await storedTypes();

describe.each(STORED)(
  "a stored $type of version $from or $to",
  ({ from, to, older, newer, isOlder, isNewer, up, down }) => {
    const ownAndOther = [from, to, to + 5].map(String);

    it("is valid in the newer version after going up", () => {
      holds(older, (message) => expect(isNewer(up(message).value)).toBe(true));
    });

    it("is valid in the older version after going down", () => {
      holds(newer, (message) => expect(isOlder(down(message).value)).toBe(true));
    });

    it("is the same after going up and down", () => {
      holds(older, (message) => expect(canonical(down(up(message).value).value)).toBe(canonical(message)));
    });

    it("is the same after going down and up", () => {
      holds(newer, (message) => expect(canonical(up(down(message).value).value)).toBe(canonical(message)));
    });

    it("is not changed by migrating it, and always comes out the same", () => {
      holds(older, (message) => {
        const before = canonical(message);
        deepFreeze(message);
        expect(canonical(up(message).value)).toBe(canonical(up(message).value));
        expect(canonical(message)).toBe(before);
      });
      holds(newer, (message) => {
        const before = canonical(message);
        deepFreeze(message);
        expect(canonical(down(message).value)).toBe(canonical(down(message).value));
        expect(canonical(message)).toBe(before);
      });
    });

    it("keeps residue of other origin, up and down and back", () => {
      fc.assert(
        fc.property(older, strangeResidue, (message, residue) => {
          const strange = { ...message, residue };
          const upgraded = up(strange).value;
          expect(canonical(down(upgraded).value)).toBe(canonical(strange));
          for (const version of Object.keys(residue)) {
            for (const slot of Object.keys(residue[version] as JsonObject)) {
              expect(canonical(((upgraded.residue as JsonObject)[version] as JsonObject)[slot])).toBe(
                canonical((residue[version] as JsonObject)[slot]),
              );
            }
          }
        }),
        { numRuns: RUNS },
      );
    });

    it("is valid whatever its residue holds", () => {
      fc.assert(
        fc.property(older, newer, hostileResidue(ownAndOther), (old, recent, residue) => {
          expect(isNewer(up({ ...old, residue }).value)).toBe(true);
          expect(isOlder(down({ ...recent, residue }).value)).toBe(true);
        }),
        { numRuns: 3 * RUNS },
      );
    });

    it("is valid with the residue of another message, and its own fields win", () => {
      const property = fc.property(newer, newer, older, (message, other, old) => {
        const { residue } = down(other).value;
        const mixed = { ...down(message).value, ...(residue === undefined ? {} : { residue }) };
        expect(isNewer(up(mixed).value)).toBe(true);
        const upward = { ...up(old).value, ...(residue === undefined ? {} : { residue }) };
        expect(isOlder(down(upward).value)).toBe(true);
      });
      fc.assert(property, { numRuns: RUNS });
    });

    it("keeps residue about its own version in the way, down and up again", () => {
      fc.assert(
        fc.property(newer, hostileResidue([String(to)]), (message, residue) => {
          const odd = { ...message, residue };
          expect(canonical(up(down(odd).value).value)).toBe(canonical(odd));
        }),
        { numRuns: RUNS },
      );
      fc.assert(
        fc.property(older, hostileResidue([String(from)]), (message, residue) => {
          const odd = { ...message, residue };
          expect(canonical(down(up(odd).value).value)).toBe(canonical(odd));
        }),
        { numRuns: RUNS },
      );
    });

    it("gathers no residue over repeated round trips, whatever its residue holds", () => {
      fc.assert(
        fc.property(older, hostileResidue(ownAndOther), (message, residue) => {
          let current = up({ ...message, residue }).value;
          const first = canonical(down(current).value);
          for (let round = 0; round < 3; round++) current = up(down(current).value).value;
          expect(canonical(down(current).value).length).toBeLessThanOrEqual(first.length);
        }),
        { numRuns: RUNS },
      );
    });
  },
);

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
}
