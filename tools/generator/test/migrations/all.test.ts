/** `all`: operations of every message type that both versions have, before a type's own ones. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildContracts } from "../../src/contracts.js";
import { loadSources } from "../../src/load.js";
import { interpret } from "../../src/migrations/interpret/interpret.js";
import { readMigration } from "../../src/migrations/read.js";
import type { Contract } from "../../src/model.js";
import { schemasOf } from "../support.js";
import { type DataSchema, emitted, refusal, TEXT } from "./support.js";

const MOOD = { type: "string", enum: ["good", "bad"] };
const SWAPPED = {
  op: "mapValue",
  at: "/data/mood",
  pairs: [
    ["good", "bad"],
    ["bad", "good"],
  ],
};
const rename = (from: string, to: string): object => ({ op: "rename", at: "/data", from, to });

describe("operations of every message", () => {
  it("are done first going up and last going down", async () => {
    const schemas = [{ properties: { first: TEXT } }, { properties: { third: TEXT } }];
    const content = { all: [rename("first", "second")], types: { note: [rename("second", "third")] } };
    const { up, down } = await emitted(schemas, [content]);
    expect(up({ first: "x" }).value.data).toEqual({ third: "x" });
    expect(down({ third: "x" }).value.data).toEqual({ first: "x" });
  });

  it("are done for a type that has none of its own", async () => {
    const schemas = [{ properties: { first: TEXT } }, { properties: { second: TEXT } }];
    const { up } = await emitted(schemas, [{ all: [rename("first", "second")], types: {} }]);
    expect(up({ first: "x" }).value.data).toEqual({ second: "x" });
  });

  it("come back over three versions, whatever the data, beside those of a type", async () => {
    const versions: readonly DataSchema[] = [
      { properties: { mood: MOOD, a: TEXT } },
      { properties: { mood: MOOD, b: TEXT } },
      { properties: { mood: MOOD, c: TEXT } },
    ];
    const steps = [
      { all: [SWAPPED], types: { note: [rename("a", "b")] } },
      { all: [rename("b", "c")], types: {} },
    ];
    const { up, down, isValid } = await emitted(versions, steps);
    expect(up({ mood: "good", a: "x" }).value.data).toEqual({ mood: "bad", c: "x" });
    const [mood, text] = [fc.constantFrom("good", "bad"), fc.string({ maxLength: 100 })];
    const there = fc.property(fc.record({ mood, a: text, c: fc.nat() }, { requiredKeys: [] }), (data) => {
      const { value } = up(data);
      expect(isValid(3, value)).toBe(true);
      expect(down(value.data, value.residue).value).toEqual({ type: "note", schema_version: 1, data });
    });
    fc.assert(there);
    const back = fc.property(fc.record({ mood, c: text, a: fc.nat() }, { requiredKeys: [] }), (data) => {
      const { value } = down(data);
      expect(isValid(1, value)).toBe(true);
      expect(up(value.data, value.residue).value).toEqual({ type: "note", schema_version: 3, data });
    });
    fc.assert(back);
  });

  it("are refused where a type does not have what they are about, at their own place", () => {
    const schemas = [{ properties: {} }, { properties: {} }];
    expect(refusal(schemas, [{ all: [rename("first", "second")], types: {} }]).pointer).toBe("/all/0");
  });

  it("leave persisted roots and messages of unknown types alone", () => {
    const contracts = buildContracts(schemasOf("in-every-message"));
    const [file] = loadSources(schemasOf("in-every-message")).migrations;
    const versions = contracts.slice(0, 2) as unknown as readonly [Contract, Contract];
    const migration = readMigration(file as NonNullable<typeof file>);
    const shelf = { schema_version: 1, room: "hall" };
    expect(interpret(migration, "up", versions, "shelf", shelf)).toEqual({ schema_version: 2, room: "hall" });
    const unknown = { type: "smell", schema_version: 1, data: {} };
    expect(interpret(migration, "up", versions, "smell", unknown)).toBe(unknown);
  });
});
