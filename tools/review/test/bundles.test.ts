/** Published bundles keep the rules too: references, `$id` and everything that is not about source files. */
import { buildContracts, bundleOf } from "@parlance/generator";
import { describe, expect, it } from "vitest";
import { lintBundle } from "../src/index.js";
import { SCHEMAS } from "./schema-folder.js";

const contracts = [...buildContracts(SCHEMAS)];

function bundle(
  change: (bundle: { [key: string]: unknown; $defs: { [name: string]: { [key: string]: unknown } } }) => void,
): object {
  const result = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "https://parlance.dev/schemas/v1",
    type: "object",
    additionalProperties: true,
    properties: { part: { anyOf: [{ $ref: "#/$defs/Part" }, { type: "null" }] } },
    $defs: {
      Part: { type: "string", maxLength: 3 } as { [key: string]: unknown },
      Open: {
        type: "object",
        additionalProperties: true,
        required: ["type"],
        properties: { type: { type: "string", maxLength: 9, not: { enum: ["a"] } } },
      },
      A: { type: "object", additionalProperties: true, required: ["type"], properties: { type: { const: "a" } } },
      Union: { oneOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/Open" }] },
    },
  };
  change(result);
  return result;
}

const placesOf = (value: object): string[] => lintBundle(value).map(({ rule, pointer }) => `${rule} ${pointer}`);

describe("lintBundle", () => {
  it("finds nothing in a bundle that keeps the rules", () => {
    expect(placesOf(bundle(() => {}))).toStrictEqual([]);
  });

  it.each(contracts.map((contract) => [contract.version, contract] as const))(
    "finds nothing in the bundles of version %i",
    (_, contract) => {
      const roots = [...contract.definitions.values()].filter(({ root }) => root !== undefined);
      const names = [undefined, ...roots.map(({ name }) => name)];
      const findings = names.flatMap((name) => lintBundle(bundleOf(contract, name), name ?? "bundle"));
      expect(findings).toStrictEqual([]);
    },
  );

  it.each([
    ["a relative path", "common.json#/$defs/Part"],
    ["a pointer elsewhere", "#/properties/part"],
    ["a name that is not there", "#/$defs/Nobody"],
  ])("PP06 finds a reference by %s", (_, $ref) => {
    expect(placesOf(bundle((each) => (each.$defs.Union = { $ref })))).toStrictEqual(["PP06 /$defs/Union/$ref"]);
  });

  it("PP14 finds a time that may have another form, by its name alone", () => {
    const time = (pattern: string, maxLength: number): object =>
      bundle((each) => (each.properties = { sent_at: { type: "string", pattern, maxLength } }));
    const form = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$";
    expect(placesOf(time(form, 24))).toStrictEqual([]);
    expect(placesOf(time(form, 25))).toContain("PP14 /properties/sent_at");
    expect(placesOf(time("^[0-9TZ:.+-]{24}$", 24))).toContain("PP14 /properties/sent_at");
  });

  it("PP06 finds an assertion beside a reference", () => {
    const places = placesOf(bundle((each) => (each.$defs.Union = { $ref: "#/$defs/Part", maxLength: 2 })));
    expect(places).toStrictEqual(["PP06 /$defs/Union/maxLength"]);
  });

  it.each(["v1.json", "https://parlance.dev/schemas/latest", "https://parlance.dev/schemas/v1#part"])(
    "PP07 finds that %s is not an immutable address",
    ($id) => {
      expect(placesOf(bundle((each) => (each.$id = $id)))).toStrictEqual(["PP07 /$id"]);
    },
  );

  it("PP07 finds a second $id", () => {
    const places = placesOf(
      bundle((each) => (each.$defs.A = { ...each.$defs.A, $id: "https://parlance.dev/schemas/a/v1" })),
    );
    expect(places).toStrictEqual(["PP07 /$defs/A/$id"]);
  });

  it("PP05 finds an open branch that does not exclude all other tags", () => {
    const places = placesOf(
      bundle((each) => {
        each.$defs.B = {
          type: "object",
          additionalProperties: true,
          required: ["type"],
          properties: { type: { const: "b" } },
        };
        each.$defs.Union = { oneOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }, { $ref: "#/$defs/Open" }] };
      }),
    );
    expect(places).toStrictEqual(["PP05 /$defs/Union/oneOf/2"]);
  });
});
