/** `apply`: the operations of a named definition, wherever its values are. */

import { describe, expect, it } from "vitest";
import { COUNT } from "../../../tools/generator/test/migrations/support.js";
import { expectLossless, smallContract } from "../small-contract.js";

describe("apply", () => {
  const node = (name: string): object => ({
    type: "object",
    additionalProperties: true,
    properties: {
      [name]: COUNT,
      next: { $ref: "#/$defs/Node" },
      all: { type: "array", maxItems: 9, items: { $ref: "#/$defs/Node" } },
    },
  });
  const definitions = {
    Node: {
      do: [
        { op: "rename", at: "", from: "a", to: "b" },
        { op: "add", at: "/extra" },
        { op: "apply", at: "/next", type: "Node" },
        { op: "each", at: "/all", do: [{ op: "apply", at: "", type: "Node" }] },
      ],
    },
  };
  const newNode = node("b") as { properties: object };
  const schemas = [
    { properties: { root: { $ref: "#/$defs/Node" } }, defs: { Node: node("a") } },
    {
      properties: { root: { $ref: "#/$defs/Node" } },
      defs: { Node: { ...newNode, properties: { ...newNode.properties, extra: COUNT } } },
    },
  ];
  const operations = [{ op: "apply", at: "/data/root", type: "Node" }];

  it("migrates a named type wherever it is, inside itself too, its residue nested likewise", async () => {
    const migration = await smallContract(schemas, [operations], { definitions });
    expect(migration.up({ root: { a: 1, next: { a: 2 }, all: [{ a: 3 }] } }).value.data).toEqual({
      root: { b: 1, next: { b: 2 }, all: [{ b: 3 }] },
    });
    expect(migration.down({ root: { next: { extra: 1 }, all: [{ extra: 2 }] } }).value.residue).toEqual({
      2: { "/data/root": { "/next": { "/extra": 1 }, "/all/*": { "": [{ "/extra": 2 }] } } },
    });
    expect(migration.down({ root: { next: { all: [{ extra: 2 }] } } }).notes).toEqual([
      { code: "not_carried", path: "/data/root/next/all/0/extra", direction: "down" },
    ]);
    expectLossless(
      migration,
      [{}, { root: {} }, { root: { a: 1, b: "x", next: { next: { extra: 0 } } } }],
      [{ root: { next: { extra: 1, all: [{ b: 1 }, { extra: 2, a: [] }] } } }],
    );
  });

  it("leaves definitions alone that it is not told about", async () => {
    const same = { properties: { root: { $ref: "#/$defs/Node" } }, defs: { Node: node("a") } };
    const migration = await smallContract([same, same], [[]]);
    expect(migration.up({ root: { next: { a: 1 } } }).value).toEqual({
      type: "note",
      schema_version: 2,
      data: { root: { next: { a: 1 } } },
    });
  });
});
