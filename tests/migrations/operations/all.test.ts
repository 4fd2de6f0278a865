/** `all`: operations of every message type that both versions have, before a type's own ones. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Migration } from "../../../tools/generator/src/migrations/format.js";
import { type DataSchema, TEXT } from "../../../tools/generator/test/migrations/support.js";
import { schemasOf } from "../../../tools/generator/test/support.js";
import { emittedContract, versionsOf } from "../generated-contract.js";
import { interpret } from "../reading/interpret.js";
import type { Fields } from "../reading/values.js";
import { smallContract } from "../small-contract.js";

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
    const { up, down } = await smallContract(schemas, [content]);
    expect(up({ first: "x" }).value.data).toEqual({ third: "x" });
    expect(down({ third: "x" }).value.data).toEqual({ first: "x" });
  });

  it("are done for a type that has none of its own", async () => {
    const schemas = [{ properties: { first: TEXT } }, { properties: { second: TEXT } }];
    const { up } = await smallContract(schemas, [{ all: [rename("first", "second")], types: {} }]);
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
    const { up, down, isValid } = await smallContract(versions, steps);
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

  it("leave persisted roots and messages of unknown types alone", async () => {
    const code = await emittedContract(schemasOf("in-every-message"));
    const [migration] = code.migrations as [Migration];
    const readings = [
      (type: string, value: Fields): Fields => code.migrate(migration, "up", type, value).value,
      (type: string, value: Fields): Fields => interpret(migration, "up", versionsOf(code, migration), type, value),
    ];
    for (const read of readings) {
      expect(read("shelf", { schema_version: 1, room: "hall" })).toEqual({ schema_version: 2, room: "hall" });
      const unknown = { type: "smell", schema_version: 1, data: {} };
      expect(read("smell", unknown)).toBe(unknown);
    }
  });
});
