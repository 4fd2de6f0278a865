/** Whatever parameters are, their strict form is one that the provider's own client finds nothing wrong with. */

import type { JsonObject } from "@parlance/core";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { toStrictJsonSchema } from "openai/lib/transform";
import { expect, it } from "vitest";
import { strictParameters } from "../../src/shared/strict/parameters.js";
import { OPENAI_STRICT } from "../../src/shared/strict/rules.js";
import { strictFaults } from "../profile/strict.js";

const NAMES = ["p", "q", "r"];

const anyReference = fc
  .constantFrom("#", "#/$defs/A", "#/properties/p", "#/properties/p/items", "#/properties/q/oneOf/0", "#/allOf/0")
  .map(($ref) => ({ $ref }));

const anyLeaf = fc.constantFrom<object>(
  { type: "string", default: "x" },
  { type: "integer", minimum: 1 },
  { type: ["string", "null"] },
  { enum: ["a", null] },
  { const: 3 },
);

const { schema: anySchema } = fc.letrec<{ schema: object; object: object }>((tie) => ({
  schema: fc.oneof({ depthSize: "small" }, anyLeaf, anyReference, tie("object"), ...anyOfSchemas(tie("schema"))),
  object: anyObject(tie("schema")),
}));

function anyOfSchemas(schema: fc.Arbitrary<object>): readonly fc.Arbitrary<object>[] {
  const listed = fc.array(schema, { minLength: 1, maxLength: 2 });
  return [
    schema.map((items) => ({ type: "array", items })),
    listed.map((anyOf) => ({ anyOf })),
    listed.map((oneOf) => ({ oneOf })),
    listed.map((allOf) => ({ allOf, description: "Both." })),
  ];
}

function anyObject(schema: fc.Arbitrary<object>): fc.Arbitrary<object> {
  const members = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), schema, fc.boolean()), {
    maxLength: 3,
    selector: ([name]) => name,
  });
  const more = fc.constantFrom(
    {},
    { additionalProperties: false },
    { allOf: [{ properties: { s: { type: "null" } } }] },
  );
  return fc.tuple(members, more).map(([listed, others]) => ({
    type: "object",
    properties: Object.fromEntries(listed.map(([name, one]) => [name, one])),
    required: listed.filter(([, , isRequired]) => isRequired).map(([name]) => name),
    ...others,
  }));
}

/** Alternatives of objects that are not the same in all but one property: the client would rather not tell them apart. */
const UNTOLD = /^Object anyOf schema at /;

it("is closed, has all properties, and is what the official client would send", () => {
  fc.assert(
    fc.property(anyObject(anySchema), anySchema, (root, A) => {
      const result = strictParameters(
        { parameters: { ...root, $defs: { A } } as unknown as JsonObject },
        OPENAI_STRICT,
      );
      if (!result.ok) return;
      expect(strictFaults(result.parameters as never, "")).toEqual([]);
      expect(sentByClient(result.parameters)).toEqual(result.parameters);
    }),
    { numRuns: propertyRuns(500) },
  );
});

/** The same where the client refuses unions that it cannot compare. */
function sentByClient(parameters: JsonObject): unknown {
  try {
    return toStrictJsonSchema(structuredClone(parameters) as never);
  } catch (error) {
    if (error instanceof Error && UNTOLD.test(error.message)) return parameters;
    throw error;
  }
}
