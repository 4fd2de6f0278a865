/** `rename`, `add`, `remove` and `move`: fields get another name or place, come, and go; defaults stand for their absence. */

import { describe, expect, it } from "vitest";
import { COUNT, NUMBER, TEXT } from "../../../tools/generator/test/migrations/support.js";
import { expectLossless, smallContract } from "../small-contract.js";

describe("rename", () => {
  it("gives a property another name, and back", async () => {
    const migration = await smallContract(
      [{ properties: { old: TEXT } }, { properties: { fresh: TEXT } }],
      [[{ op: "rename", at: "/data", from: "old", to: "fresh" }]],
    );
    expect(migration.up({ old: "x", other: 1 }).value.data).toEqual({ fresh: "x", other: 1 });
    expect(migration.down({ fresh: "x", other: 1 })).toEqual({
      value: { type: "note", schema_version: 1, data: { old: "x", other: 1 } },
      notes: [],
    });
    expectLossless(
      migration,
      [{}, { old: "" }, { old: "x", fresh: 5 }],
      [{}, { fresh: "x" }, { fresh: "x", old: [1] }],
    );
  });

  it("lets two properties exchange their names", async () => {
    const properties = { a: TEXT, b: TEXT };
    const migration = await smallContract(
      [{ properties }, { properties }],
      [
        [
          { op: "rename", at: "/data", from: "a", to: "spare" },
          { op: "rename", at: "/data", from: "b", to: "a" },
          { op: "rename", at: "/data", from: "spare", to: "b" },
        ],
      ],
    );
    expect(migration.up({ a: "1", b: "2", spare: "unknown" })).toEqual({
      value: { type: "note", schema_version: 2, data: { a: "2", b: "1", spare: "unknown" } },
      notes: [],
    });
    expectLossless(migration, [{ a: "1" }, { b: "2", spare: 3 }], [{ a: "1" }, { b: "2" }]);
  });
});

describe("add", () => {
  const schemas = [{ properties: {} }, { properties: { count: COUNT } }];

  it("inserts a constant, and keeps as residue what differs from it", async () => {
    const migration = await smallContract(schemas, [[{ op: "add", at: "/data/count", value: 3 }]]);
    expect(migration.up({}).value.data).toEqual({ count: 3 });
    expect(migration.down({ count: 3 })).toEqual({
      value: { type: "note", schema_version: 1, data: {} },
      notes: [],
    });
    expect(migration.down({ count: 4 })).toEqual({
      value: { type: "note", schema_version: 1, data: {}, residue: { 2: { "/data/count": 4 } } },
      notes: [{ code: "not_carried", path: "/data/count", direction: "down" }],
    });
    expect(migration.down({}).value.residue).toEqual({ 2: { "/data/count#absent": true } });
    expectLossless(migration, [{}, { count: "taken" }], [{}, { count: 3 }, { count: 4 }]);
  });

  it("leaves a property without a value absent", async () => {
    const migration = await smallContract(schemas, [[{ op: "add", at: "/data/count" }]]);
    expect(migration.up({}).value.data).toEqual({});
    expectLossless(migration, [{}, { count: null }], [{}, { count: 4 }]);
  });

  it("copies another member, and needs no residue while the copy is equal", async () => {
    const migration = await smallContract(
      [{ properties: { total: COUNT } }, { properties: { total: COUNT, count: COUNT } }],
      [[{ op: "add", at: "/data/count", copy: "/data/total" }]],
    );
    expect(migration.up({ total: 7 }).value.data).toEqual({ total: 7, count: 7 });
    expect(migration.down({ total: 7, count: 7 }).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { total: 7 },
    });
    expectLossless(migration, [{}, { total: 7 }], [{ total: 7 }, { count: 7 }, { total: 7, count: 8 }]);
  });
});

describe("remove", () => {
  const schemas = [{ properties: { count: COUNT }, required: ["count"] }, { properties: {} }];

  it("keeps what it removed, and without residue puts the declared value back", async () => {
    const migration = await smallContract(schemas, [[{ op: "remove", at: "/data/count", value: 0 }]]);
    expect(migration.up({ count: 4 })).toEqual({
      value: { type: "note", schema_version: 2, data: {}, residue: { 1: { "/data/count": 4 } } },
      notes: [{ code: "not_carried", path: "/data/count", direction: "up" }],
    });
    expect(migration.down({}).value.data).toEqual({ count: 0 });
    expectLossless(migration, [{ count: 0 }, { count: 4 }], [{}, { count: "unknown" }]);
  });
});

describe("move", () => {
  const schemas = [
    { properties: { seconds: NUMBER, at: TEXT } },
    {
      properties: { run: { $ref: "#/$defs/NoteRun" } },
      defs: {
        NoteRun: {
          type: "object",
          additionalProperties: true,
          properties: { seconds: NUMBER, at: TEXT, host: { ...TEXT, default: "here" } },
        },
      },
    },
  ];
  const operations = [
    { op: "move", from: "/data/seconds", to: "/data/run/seconds" },
    { op: "move", from: "/data/at", to: "/data/run/at" },
  ];

  it("makes the object when there is something to put into it, and removes it on the way back", async () => {
    const migration = await smallContract(schemas, [operations]);
    expect(migration.up({ at: "x" }).value.data).toEqual({ run: { at: "x" } });
    expect(migration.up({}).value.data).toEqual({});
    expect(migration.down({ run: { at: "x", seconds: 1 } })).toEqual({
      value: { type: "note", schema_version: 1, data: { at: "x", seconds: 1 } },
      notes: [],
    });
    expectLossless(
      migration,
      [{}, { at: "x" }, { run: { at: 5 } }],
      [{}, { run: {} }, { run: { at: "x", unknown: 1 } }],
    );
  });

  it("keeps what is left of a removed object as residue, apart from defaults", async () => {
    const migration = await smallContract(schemas, [operations]);
    expect(migration.down({ run: { at: "x", host: "here" } }).value.residue).toBeUndefined();
    expect(migration.down({ run: { at: "x", host: "there", own: [1] } })).toEqual({
      value: {
        type: "note",
        schema_version: 1,
        data: { at: "x" },
        residue: { 2: { "/data/run": { host: "there", own: [1] } } },
      },
      notes: [{ code: "not_carried", path: "/data/run", direction: "down" }],
    });
  });

  it("keeps an edit, and gives back what the edit did not touch", async () => {
    const migration = await smallContract(schemas, [operations]);
    const { value } = migration.down({ run: { at: "x", host: "there" } });
    expect(migration.up({ at: "y" }, value.residue).value.data).toEqual({ run: { at: "y", host: "there" } });
    expect(migration.up({}, value.residue).value.data).toEqual({ run: { host: "there" } });
  });

  it("takes a whole object to another place, what is in it included", async () => {
    const inner = { type: "object", additionalProperties: true, properties: { n: COUNT } };
    const migration = await smallContract(
      [
        { properties: { a: { $ref: "#/$defs/NoteInner" } }, defs: { NoteInner: inner } },
        {
          properties: { b: { $ref: "#/$defs/NoteInner" } },
          defs: { NoteInner: { ...inner, properties: { m: COUNT } } },
        },
      ],
      [
        [
          { op: "move", from: "/data/a", to: "/data/b" },
          { op: "rename", at: "/data/b", from: "n", to: "m" },
        ],
      ],
    );
    expect(migration.up({ a: { n: 1, x: 2 } }).value.data).toEqual({ b: { m: 1, x: 2 } });
    expectLossless(migration, [{}, { a: {} }, { a: { n: 1, m: 5 }, b: 3 }], [{}, { b: {} }, { b: { m: 1, n: "x" } }]);
  });
});

describe("defaults", () => {
  it("stand for absence, so that going up, filling them in and going down leaves no residue", async () => {
    const host = { type: "object", additionalProperties: true, properties: { a: COUNT, b: { ...COUNT, default: 5 } } };
    const migration = await smallContract(
      [
        { properties: { a: COUNT } },
        {
          properties: { host: { $ref: "#/$defs/Host", default: { b: 5 } }, n: { ...COUNT, default: 1 } },
          defs: { Host: host },
        },
      ],
      [
        [
          { op: "move", from: "/data/a", to: "/data/host/a" },
          { op: "add", at: "/data/n" },
        ],
      ],
    );
    const { value, notes } = migration.down({ host: { b: 5 }, n: 1 });
    expect(value).toEqual({ type: "note", schema_version: 1, data: {} });
    expect(notes).toEqual([]);
    expect(migration.down({ host: { a: 2, b: 5 }, n: 1 }).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { a: 2 },
    });
    expect(migration.down({ host: { b: 6 }, n: 2 }).value.residue).toEqual({
      2: { "/data/host": { b: 6 }, "/data/n": 2 },
    });
  });
});
