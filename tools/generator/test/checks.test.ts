/** What is generated to find out whether semantic checks have anything to say: it looks wherever a schema names one. */

import { describe, expect, it } from "vitest";
import { emitData } from "./emitted.js";

const STAMP = { type: "string", maxLength: 24, "x-checks": ["impossible_date"] };
const BAD = "2026-02-30T00:00:00.000Z";
const GOOD = "2026-02-28T00:00:00.000Z";

const PLACES: readonly (readonly [string, object, (text: string) => unknown])[] = [
  ["a member", { $ref: "#/$defs/Stamp" }, (text) => text],
  ["a member without a definition of its own", STAMP, (text) => text],
  ["a list", { type: "array", items: { $ref: "#/$defs/Stamp" }, maxItems: 9 }, (text) => [GOOD, text]],
  ["a list of what has no definition", { type: "array", items: STAMP, maxItems: 9 }, (text) => [GOOD, text]],
  [
    "a map",
    {
      type: "object",
      additionalProperties: { $ref: "#/$defs/Stamp" },
      propertyNames: { maxLength: 9 },
      maxProperties: 9,
    },
    (text) => ({ one: GOOD, two: text }),
  ],
];

describe("generated checks", () => {
  it.each(PLACES)("find what is wrong in %s, and nothing where it is not there", async (_place, schema, withMoment) => {
    const data = {
      type: "object",
      additionalProperties: true,
      properties: { at: { ...schema, description: "When." } },
    };
    const { contract } = await emitData(data, { Stamp: { description: "A moment.", ...STAMP } });
    const { hasIssues } = contract as unknown as { readonly hasIssues: (message: unknown) => boolean };
    const message = (at?: unknown) => ({ type: "note", data: at === undefined ? {} : { at } });
    expect(hasIssues(message(withMoment(BAD)))).toBe(true);
    expect(hasIssues(message(withMoment(GOOD)))).toBe(false);
    expect(hasIssues(message())).toBe(false);
    expect(hasIssues({ type: "unknown", reason: "unknown_type", original: { type: "x", at: BAD } })).toBe(false);
  });
});
