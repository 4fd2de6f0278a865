/** `each`: operations on the items of a list or the values of a map, with residue that follows each of them. */

import { describe, expect, it } from "vitest";
import { COUNT, TEXT } from "../../../tools/generator/test/migrations/support.js";
import { expectLossless, smallContract } from "../small-contract.js";

describe("each", () => {
  const item = (name: string): unknown => ({
    type: "object",
    additionalProperties: true,
    required: ["id"],
    properties: { id: TEXT, [name]: COUNT },
  });
  const list = { type: "array", maxItems: 9, items: { $ref: "#/$defs/NoteItem" } };
  const schemas = [
    { properties: { list }, defs: { NoteItem: item("a") } },
    {
      properties: { list },
      defs: { NoteItem: { ...(item("b") as object), properties: { id: TEXT, b: COUNT, extra: COUNT } } },
    },
  ];
  const each = (key: { key?: string }): unknown => ({
    op: "each",
    at: "/data/list",
    ...key,
    do: [
      { op: "rename", at: "", from: "a", to: "b" },
      { op: "add", at: "/extra" },
    ],
  });

  it("keeps residue under the key of an item, so that it follows the item", async () => {
    const migration = await smallContract(schemas, [[each({ key: "id" })]]);
    const { value, notes } = migration.down({
      list: [{ id: "x", b: 1, extra: 7 }, { id: "y" }, { id: "x", extra: 8 }],
    });
    expect(value.data).toEqual({ list: [{ id: "x", a: 1 }, { id: "y" }, { id: "x" }] });
    expect(value.residue).toEqual({ 2: { "/data/list/*": { x: [{ "/extra": 7 }, { "/extra": 8 }] } } });
    expect(notes).toEqual([
      { code: "not_carried", path: "/data/list/0/extra", direction: "down" },
      { code: "not_carried", path: "/data/list/2/extra", direction: "down" },
    ]);
    const moved = { list: [{ id: "y" }, { id: "new" }, { id: "x", a: 5 }] };
    const up = migration.up(moved, value.residue);
    expect(up.value.data).toEqual({ list: [{ id: "y" }, { id: "new" }, { id: "x", b: 5, extra: 7 }] });
    expect(up.notes).toEqual([{ code: "residue_dropped", path: "/data/list", direction: "up" }]);
  });

  it("is lossless for items with equal keys, keys of prototypes and fields in the way", async () => {
    const migration = await smallContract(schemas, [[each({ key: "id" })]]);
    const odd = JSON.parse(
      '{"list":[{"id":"__proto__","extra":1,"__proto__":{"b":1}},{"id":"toString","a":"in the way"}]}',
    ) as unknown;
    expectLossless(
      migration,
      [
        {},
        { list: [] },
        {
          list: [
            { id: "x", a: 1, b: "in the way" },
            { id: "x", extra: "z" },
          ],
        },
      ],
      [
        {
          list: [
            { id: "x", b: 1 },
            { id: "x", extra: 2 },
          ],
        },
        odd,
      ],
    );
  });

  it("tells items without a key apart by their order", async () => {
    const migration = await smallContract(schemas, [[each({})]]);
    const { value } = migration.down({
      list: [
        { id: "x", extra: 7 },
        { id: "y", extra: 8 },
      ],
    });
    expect(value.residue).toEqual({ 2: { "/data/list/*": { "": [{ "/extra": 7 }, { "/extra": 8 }] } } });
    expectLossless(migration, [{ list: [{ id: "x", b: 1 }] }], [{ list: [{ id: "x" }, { id: "y", extra: 8 }] }]);
  });

  it("goes through the values of a map; the user's keys show in no note", async () => {
    const map = (): unknown => ({
      type: "object",
      maxProperties: 9,
      propertyNames: { type: "string", maxLength: 20 },
      additionalProperties: { $ref: "#/$defs/NoteItem" },
    });
    const migration = await smallContract(
      schemas.map((schema) => ({ properties: { list: map() }, defs: schema.defs })),
      [[{ ...(each({}) as object), of: "values" }]],
    );
    expect(migration.down({ list: { secret: { id: "x", extra: 7 } } })).toEqual({
      value: {
        type: "note",
        schema_version: 1,
        data: { list: { secret: { id: "x" } } },
        residue: { 2: { "/data/list/*": { secret: [{ "/extra": 7 }] } } },
      },
      notes: [{ code: "not_carried", path: "/data/list/*/extra", direction: "down" }],
    });
    const odd = JSON.parse('{"list":{"__proto__":{"id":"x","extra":1},"a":{"id":"y"}}}') as unknown;
    expectLossless(migration, [{ list: { k: { id: "x", a: 1 } } }], [odd]);
  });
});
