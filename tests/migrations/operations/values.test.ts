/** `mapValue`, `convert` and `setAbsent`: a value becomes another one, by a table, a named translation or its absence. */

import { describe, expect, it } from "vitest";
import { COUNT, NUMBER, TEXT } from "../../../tools/generator/test/migrations/support.js";
import { expectLossless, smallContract } from "../small-contract.js";

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
    const migration = await smallContract(schemas, [[table]]);
    expect(migration.up({ done: true }).value.data).toEqual({ done: "yes" });
    expect(migration.down({ done: "nearly" })).toEqual({
      value: { type: "note", schema_version: 1, data: { done: false }, residue: { 2: { "/data/done": "nearly" } } },
      notes: [{ code: "value_changed", path: "/data/done", direction: "down" }],
    });
    expectLossless(migration, [{}, { done: true }, { done: false }], [{}, { done: "no" }, { done: "nearly" }]);
  });

  it("prefers a live value to residue that stands for another", async () => {
    const migration = await smallContract(schemas, [[table]]);
    expect(migration.up({ done: true }, { 2: { "/data/done": "nearly" } })).toEqual({
      value: { type: "note", schema_version: 2, data: { done: "yes" } },
      notes: [{ code: "residue_dropped", path: "/data/done", direction: "up" }],
    });
    expect(migration.up({ done: false }, { 2: { "/data/done": "garbage" } }).value.data).toEqual({ done: "no" });
  });

  it("gives values outside the table their substitute", async () => {
    const migration = await smallContract(
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
    expectLossless(
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
    const migration = await smallContract(both({ ...NUMBER, maximum: 1000 }, COUNT), [
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
    expectLossless(
      migration,
      [{}, { v: 0 }, { v: 1.001 }, { v: 0.1 + 0.2 }],
      [{}, { v: 1 }, { v: 1001 }, { v: 1_000_000 }],
    );
  });

  it("turns milliseconds since 1970 into a time, and back", async () => {
    const time = { type: "string", maxLength: 24, pattern: "^[0-9TZ:.-]*$" };
    const epoch = { type: "number", minimum: -9e15, maximum: 9e15 };
    const migration = await smallContract(both(epoch, time), [[{ op: "convert", at: "/data/v", codec: "epochToIso" }]]);
    expect(migration.up({ v: 1763715600000 }).value.data).toEqual({ v: "2025-11-21T09:00:00.000Z" });
    expectLossless(
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
    const migration = await smallContract(both(safe, TEXT), [
      [{ op: "convert", at: "/data/v", codec: "integerToText" }],
    ]);
    expect(migration.up({ v: 12 }).value.data).toEqual({ v: "12" });
    expectLossless(
      migration,
      [{ v: -5 }, { v: 9007199254740991 }],
      [{ v: "12" }, { v: "012" }, { v: "9223372036854775807" }, { v: "" }, { v: " " }],
    );
  });

  it("turns a text into base64, and back", async () => {
    const migration = await smallContract(both(TEXT, TEXT), [
      [{ op: "convert", at: "/data/v", codec: "textToBase64" }],
    ]);
    expect(migration.up({ v: "hé" }).value.data).toEqual({ v: "aMOp" });
    expectLossless(
      migration,
      [{ v: "" }, { v: "a" }, { v: "ab" }, { v: "😀%25" }, { v: "\ud800" }, { v: "\ufeffx" }],
      [{ v: "" }, { v: "aMOp" }, { v: "not base64" }, { v: "/w==" }, { v: "YQ=" }, { v: "YR==" }],
    );
  });

  it("turns a boolean into one of two names, in either direction", async () => {
    const names = { type: "string", enum: ["off", "on"] };
    const operation = { op: "convert", at: "/data/v", codec: "booleanToEnum", names: ["off", "on"] };
    const migration = await smallContract(both({ type: "boolean" }, names), [[operation]]);
    expect(migration.up({ v: true }).value.data).toEqual({ v: "on" });
    const reverse = await smallContract(both(names, { type: "boolean" }), [[{ ...operation, reverse: true }]]);
    expect(reverse.up({ v: "off" }).value.data).toEqual({ v: false });
    expectLossless(reverse, [{ v: "on" }, {}], [{ v: true }, {}]);
  });
});

describe("setAbsent", () => {
  const nullable = { anyOf: [{ type: "null" }, { ...TEXT }] };

  it("makes absent, null and a constant one, and remembers which it was", async () => {
    const migration = await smallContract(
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
    expectLossless(migration, [{}, { v: null }, { v: "" }, { v: "x" }], [{ v: "" }, { v: "x" }]);
  });
});
