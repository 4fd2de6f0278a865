/** `wrap` and `unwrap`: a value goes into an object or an array of its own, and comes out of it. */

import { describe, expect, it } from "vitest";
import { TEXT } from "../../../tools/generator/test/migrations/support.js";
import { expectLossless, smallContract } from "../small-contract.js";

describe("wrap and unwrap", () => {
  const wrapped = { type: "object", additionalProperties: true, required: ["text"], properties: { text: TEXT } };

  it("wraps a value in an object; other members are residue", async () => {
    const migration = await smallContract(
      [
        { properties: { title: TEXT } },
        { properties: { title: { $ref: "#/$defs/NoteTitle" } }, defs: { NoteTitle: wrapped } },
      ],
      [[{ op: "wrap", at: "/data/title", key: "text" }]],
    );
    expect(migration.up({ title: "x" }).value.data).toEqual({ title: { text: "x" } });
    expect(migration.down({ title: { text: "x", lang: "en" } }).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { title: "x" },
      residue: { 2: { "/data/title": { lang: "en" } } },
    });
    expectLossless(
      migration,
      [{}, { title: "x" }],
      [{}, { title: { text: "x" } }, { title: { text: "x", lang: "en" } }],
    );
  });

  it("unwraps an object", async () => {
    const migration = await smallContract(
      [
        { properties: { title: { $ref: "#/$defs/NoteTitle" } }, defs: { NoteTitle: wrapped } },
        { properties: { title: TEXT } },
      ],
      [[{ op: "unwrap", at: "/data/title", key: "text" }]],
    );
    expect(migration.up({ title: { text: "x", lang: "en" } }).value.residue).toEqual({
      1: { "/data/title": { lang: "en" } },
    });
    expectLossless(migration, [{}, { title: { text: "x", lang: "en" } }], [{}, { title: "x" }]);
  });

  it("wraps a value in an array; an array of another length is residue", async () => {
    const list = { type: "array", maxItems: 9, items: TEXT };
    const migration = await smallContract(
      [{ properties: { tag: TEXT } }, { properties: { tag: list } }],
      [[{ op: "wrap", at: "/data/tag", array: true }]],
    );
    expect(migration.up({ tag: "x" }).value.data).toEqual({ tag: ["x"] });
    expect(migration.down({ tag: ["x", "y"] })).toEqual({
      value: { type: "note", schema_version: 1, data: { tag: "x" }, residue: { 2: { "/data/tag": ["x", "y"] } } },
      notes: [{ code: "not_carried", path: "/data/tag", direction: "down" }],
    });
    const { residue } = migration.down({ tag: ["x", "y"] }).value;
    expect(migration.up({ tag: "z" }, residue).value).toEqual({
      type: "note",
      schema_version: 2,
      data: { tag: ["z"] },
    });
    expectLossless(migration, [{}, { tag: "x" }], [{}, { tag: [] }, { tag: ["x"] }, { tag: ["x", "y"] }]);
  });
});
