/** Each operation by itself: what it does to data both ways, what it keeps as residue and what it notes. */

import { describe, expect, it } from "vitest";
import { COUNT, type Emitted, emitted, NUMBER, TEXT } from "./support.js";

/** Up and down again, and down and up again, give what was there. */
function isLossless(migration: Emitted, older: readonly unknown[], newer: readonly unknown[]): void {
  for (const data of older) {
    const { value } = migration.up(data);
    expect(migration.isValid(2, value)).toBe(true);
    const back = migration.down(value.data, value.residue).value;
    expect(back).toEqual({ type: "note", schema_version: 1, data });
  }
  for (const data of newer) {
    const { value } = migration.down(data);
    expect(migration.isValid(1, value)).toBe(true);
    const back = migration.up(value.data, value.residue).value;
    expect(back).toEqual({ type: "note", schema_version: 2, data });
  }
}

describe("rename", () => {
  it("gives a property another name, and back", async () => {
    const migration = await emitted(
      [{ properties: { old: TEXT } }, { properties: { fresh: TEXT } }],
      [[{ op: "rename", at: "/data", from: "old", to: "fresh" }]],
    );
    expect(migration.up({ old: "x", other: 1 }).value.data).toEqual({ fresh: "x", other: 1 });
    expect(migration.down({ fresh: "x", other: 1 })).toEqual({
      value: { type: "note", schema_version: 1, data: { old: "x", other: 1 } },
      notes: [],
    });
    isLossless(migration, [{}, { old: "" }, { old: "x", fresh: 5 }], [{}, { fresh: "x" }, { fresh: "x", old: [1] }]);
  });

  it("lets two properties exchange their names", async () => {
    const properties = { a: TEXT, b: TEXT };
    const migration = await emitted(
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
    isLossless(migration, [{ a: "1" }, { b: "2", spare: 3 }], [{ a: "1" }, { b: "2" }]);
  });
});

describe("add", () => {
  const schemas = [{ properties: {} }, { properties: { count: COUNT } }];

  it("inserts a constant, and keeps as residue what differs from it", async () => {
    const migration = await emitted(schemas, [[{ op: "add", at: "/data/count", value: 3 }]]);
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
    isLossless(migration, [{}, { count: "taken" }], [{}, { count: 3 }, { count: 4 }]);
  });

  it("leaves a property without a value absent", async () => {
    const migration = await emitted(schemas, [[{ op: "add", at: "/data/count" }]]);
    expect(migration.up({}).value.data).toEqual({});
    isLossless(migration, [{}, { count: null }], [{}, { count: 4 }]);
  });

  it("copies another member, and needs no residue while the copy is equal", async () => {
    const migration = await emitted(
      [{ properties: { total: COUNT } }, { properties: { total: COUNT, count: COUNT } }],
      [[{ op: "add", at: "/data/count", copy: "/data/total" }]],
    );
    expect(migration.up({ total: 7 }).value.data).toEqual({ total: 7, count: 7 });
    expect(migration.down({ total: 7, count: 7 }).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { total: 7 },
    });
    isLossless(migration, [{}, { total: 7 }], [{ total: 7 }, { count: 7 }, { total: 7, count: 8 }]);
  });
});

describe("remove", () => {
  const schemas = [{ properties: { count: COUNT }, required: ["count"] }, { properties: {} }];

  it("keeps what it removed, and without residue puts the declared value back", async () => {
    const migration = await emitted(schemas, [[{ op: "remove", at: "/data/count", value: 0 }]]);
    expect(migration.up({ count: 4 })).toEqual({
      value: { type: "note", schema_version: 2, data: {}, residue: { 1: { "/data/count": 4 } } },
      notes: [{ code: "not_carried", path: "/data/count", direction: "up" }],
    });
    expect(migration.down({}).value.data).toEqual({ count: 0 });
    isLossless(migration, [{ count: 0 }, { count: 4 }], [{}, { count: "unknown" }]);
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
    const migration = await emitted(schemas, [operations]);
    expect(migration.up({ at: "x" }).value.data).toEqual({ run: { at: "x" } });
    expect(migration.up({}).value.data).toEqual({});
    expect(migration.down({ run: { at: "x", seconds: 1 } })).toEqual({
      value: { type: "note", schema_version: 1, data: { at: "x", seconds: 1 } },
      notes: [],
    });
    isLossless(migration, [{}, { at: "x" }, { run: { at: 5 } }], [{}, { run: {} }, { run: { at: "x", unknown: 1 } }]);
  });

  it("keeps what is left of a removed object as residue, apart from defaults", async () => {
    const migration = await emitted(schemas, [operations]);
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
    const migration = await emitted(schemas, [operations]);
    const { value } = migration.down({ run: { at: "x", host: "there" } });
    expect(migration.up({ at: "y" }, value.residue).value.data).toEqual({ run: { at: "y", host: "there" } });
    expect(migration.up({}, value.residue).value.data).toEqual({ run: { host: "there" } });
  });

  it("takes a whole object to another place, what is in it included", async () => {
    const inner = { type: "object", additionalProperties: true, properties: { n: COUNT } };
    const migration = await emitted(
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
    isLossless(migration, [{}, { a: {} }, { a: { n: 1, m: 5 }, b: 3 }], [{}, { b: {} }, { b: { m: 1, n: "x" } }]);
  });
});

describe("wrap and unwrap", () => {
  const wrapped = { type: "object", additionalProperties: true, required: ["text"], properties: { text: TEXT } };

  it("wraps a value in an object; other members are residue", async () => {
    const migration = await emitted(
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
    isLossless(migration, [{}, { title: "x" }], [{}, { title: { text: "x" } }, { title: { text: "x", lang: "en" } }]);
  });

  it("unwraps an object", async () => {
    const migration = await emitted(
      [
        { properties: { title: { $ref: "#/$defs/NoteTitle" } }, defs: { NoteTitle: wrapped } },
        { properties: { title: TEXT } },
      ],
      [[{ op: "unwrap", at: "/data/title", key: "text" }]],
    );
    expect(migration.up({ title: { text: "x", lang: "en" } }).value.residue).toEqual({
      1: { "/data/title": { lang: "en" } },
    });
    isLossless(migration, [{}, { title: { text: "x", lang: "en" } }], [{}, { title: "x" }]);
  });

  it("wraps a value in an array; an array of another length is residue", async () => {
    const list = { type: "array", maxItems: 9, items: TEXT };
    const migration = await emitted(
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
    isLossless(migration, [{}, { tag: "x" }], [{}, { tag: [] }, { tag: ["x"] }, { tag: ["x", "y"] }]);
  });
});

describe("mapValue", () => {
  const schemas = [
    { properties: { done: { type: "boolean" } } },
    { properties: { done: { type: "string", enum: ["no", "yes", "nearly"] } } },
  ];
  const table = {
    op: "mapValue",
    at: "/data/done",
    pairs: [
      [false, "no"],
      [true, "yes"],
    ],
    only_down: [[false, "nearly"]],
  };

  it("goes by its table, and keeps what only one version tells apart", async () => {
    const migration = await emitted(schemas, [[table]]);
    expect(migration.up({ done: true }).value.data).toEqual({ done: "yes" });
    expect(migration.down({ done: "nearly" })).toEqual({
      value: { type: "note", schema_version: 1, data: { done: false }, residue: { 2: { "/data/done": "nearly" } } },
      notes: [{ code: "value_changed", path: "/data/done", direction: "down" }],
    });
    isLossless(migration, [{}, { done: true }, { done: false }], [{}, { done: "no" }, { done: "nearly" }]);
  });

  it("prefers a live value to residue that stands for another", async () => {
    const migration = await emitted(schemas, [[table]]);
    expect(migration.up({ done: true }, { 2: { "/data/done": "nearly" } })).toEqual({
      value: { type: "note", schema_version: 2, data: { done: "yes" } },
      notes: [{ code: "residue_dropped", path: "/data/done", direction: "up" }],
    });
    expect(migration.up({ done: false }, { 2: { "/data/done": "garbage" } }).value.data).toEqual({ done: "no" });
  });

  it("gives values outside the table their substitute", async () => {
    const migration = await emitted(
      [{ properties: { level: TEXT } }, { properties: { level: { type: "string", enum: ["low", "other"] } } }],
      [
        [
          {
            op: "mapValue",
            at: "/data/level",
            pairs: [
              ["l", "low"],
              ["o", "other"],
            ],
            unmapped: { up: { to: "other" } },
          },
        ],
      ],
    );
    expect(migration.up({ level: "huge" }).value).toMatchObject({
      data: { level: "other" },
      residue: { 1: { "/data/level": "huge" } },
    });
    isLossless(
      migration,
      [{ level: "huge" }, { level: "l" }, { level: "low" }],
      [{ level: "low" }, { level: "other" }],
    );
  });
});

describe("convert", () => {
  const both = (older: unknown, newer: unknown): { properties: { v: unknown } }[] => [
    { properties: { v: older } },
    { properties: { v: newer } },
  ];

  it("turns seconds into milliseconds and keeps a lost fraction", async () => {
    const migration = await emitted(both({ ...NUMBER, maximum: 1000 }, COUNT), [
      [{ op: "convert", at: "/data/v", codec: "scale", by: 1000 }],
    ]);
    expect(migration.up({ v: 1.001 })).toEqual({
      value: { type: "note", schema_version: 2, data: { v: 1001 } },
      notes: [],
    });
    expect(migration.up({ v: 0.0005 })).toEqual({
      value: { type: "note", schema_version: 2, data: { v: 1 }, residue: { 1: { "/data/v": 0.0005 } } },
      notes: [{ code: "precision_lost", path: "/data/v", direction: "up" }],
    });
    isLossless(
      migration,
      [{}, { v: 0 }, { v: 1.001 }, { v: 0.1 + 0.2 }],
      [{}, { v: 1 }, { v: 1001 }, { v: 1_000_000 }],
    );
  });

  it("turns milliseconds since 1970 into a time, and back", async () => {
    const time = { type: "string", maxLength: 24, pattern: "^[0-9TZ:.-]*$" };
    const epoch = { type: "number", minimum: -9e15, maximum: 9e15 };
    const migration = await emitted(both(epoch, time), [[{ op: "convert", at: "/data/v", codec: "epochToIso" }]]);
    expect(migration.up({ v: 1763715600000 }).value.data).toEqual({ v: "2025-11-21T09:00:00.000Z" });
    isLossless(
      migration,
      [{ v: 0 }, { v: 0.25 }, { v: -62167219200000 }, { v: 253402300799999 }, { v: 8e15 }],
      [
        { v: "2026-02-31T00:00:00.000Z" },
        { v: "0000-01-01T00:00:00.000Z" },
        { v: "9999-12-31T23:59:59.999Z" },
        { v: "T" },
      ],
    );
  });

  it("turns an integer into its digits, and back", async () => {
    const safe = { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 };
    const migration = await emitted(both(safe, TEXT), [[{ op: "convert", at: "/data/v", codec: "integerToText" }]]);
    expect(migration.up({ v: 12 }).value.data).toEqual({ v: "12" });
    isLossless(
      migration,
      [{ v: -5 }, { v: 9007199254740991 }],
      [{ v: "12" }, { v: "012" }, { v: "9223372036854775807" }, { v: "" }, { v: " " }],
    );
  });

  it("turns a text into base64, and back", async () => {
    const migration = await emitted(both(TEXT, TEXT), [[{ op: "convert", at: "/data/v", codec: "textToBase64" }]]);
    expect(migration.up({ v: "hé" }).value.data).toEqual({ v: "aMOp" });
    isLossless(
      migration,
      [{ v: "" }, { v: "a" }, { v: "ab" }, { v: "😀%25" }, { v: "\ud800" }, { v: "\ufeffx" }],
      [{ v: "" }, { v: "aMOp" }, { v: "not base64" }, { v: "/w==" }, { v: "YQ=" }, { v: "YR==" }],
    );
  });

  it("turns a boolean into one of two names, in either direction", async () => {
    const names = { type: "string", enum: ["off", "on"] };
    const operation = { op: "convert", at: "/data/v", codec: "booleanToEnum", names: ["off", "on"] };
    const migration = await emitted(both({ type: "boolean" }, names), [[operation]]);
    expect(migration.up({ v: true }).value.data).toEqual({ v: "on" });
    const reverse = await emitted(both(names, { type: "boolean" }), [[{ ...operation, reverse: true }]]);
    expect(reverse.up({ v: "off" }).value.data).toEqual({ v: false });
    isLossless(reverse, [{ v: "on" }, {}], [{ v: true }, {}]);
  });
});

describe("setAbsent", () => {
  const nullable = { anyOf: [{ type: "null" }, { ...TEXT }] };

  it("makes absent, null and a constant one, and remembers which it was", async () => {
    const migration = await emitted(
      [{ properties: { v: nullable } }, { properties: { v: TEXT }, required: ["v"] }],
      [
        [
          {
            op: "setAbsent",
            at: "/data/v",
            states: [{ absent: true }, { value: null }, { value: "" }],
            up: { value: "" },
            down: { absent: true },
          },
        ],
      ],
    );
    expect(migration.up({}).value).toEqual({ type: "note", schema_version: 2, data: { v: "" } });
    expect(migration.up({ v: null }).value.residue).toEqual({ 1: { "/data/v": null } });
    expect(migration.down({ v: "" }).value.data).toEqual({});
    isLossless(migration, [{}, { v: null }, { v: "" }, { v: "x" }], [{ v: "" }, { v: "x" }]);
  });
});

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
    const migration = await emitted(schemas, [[each({ key: "id" })]]);
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
    const migration = await emitted(schemas, [[each({ key: "id" })]]);
    const odd = JSON.parse(
      '{"list":[{"id":"__proto__","extra":1,"__proto__":{"b":1}},{"id":"toString","a":"in the way"}]}',
    ) as unknown;
    isLossless(
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
    const migration = await emitted(schemas, [[each({})]]);
    const { value } = migration.down({
      list: [
        { id: "x", extra: 7 },
        { id: "y", extra: 8 },
      ],
    });
    expect(value.residue).toEqual({ 2: { "/data/list/*": { "": [{ "/extra": 7 }, { "/extra": 8 }] } } });
    isLossless(migration, [{ list: [{ id: "x", b: 1 }] }], [{ list: [{ id: "x" }, { id: "y", extra: 8 }] }]);
  });

  it("goes through the values of a map; the user's keys show in no note", async () => {
    const map = (): unknown => ({
      type: "object",
      maxProperties: 9,
      propertyNames: { type: "string", maxLength: 20 },
      additionalProperties: { $ref: "#/$defs/NoteItem" },
    });
    const migration = await emitted(
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
    isLossless(migration, [{ list: { k: { id: "x", a: 1 } } }], [odd]);
  });
});

describe("defaults", () => {
  it("stand for absence, so that going up, filling them in and going down leaves no residue", async () => {
    const host = { type: "object", additionalProperties: true, properties: { a: COUNT, b: { ...COUNT, default: 5 } } };
    const migration = await emitted(
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
