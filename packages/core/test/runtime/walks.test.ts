/** Walks over objects that have less or more than their table says. */

import { describe, expect, it } from "vitest";
import type { Fields } from "../../src/runtime/json.js";
import type { TableNode } from "../../src/runtime/table-node.js";
import { freezeDecoded } from "../../src/runtime/walks/freeze.js";
import { tidiedByTable } from "../../src/runtime/walks/tidy.js";

const shape: TableNode = { kind: "union", tag: "type", branches: {}, open: { kind: "user_data", object: true } };
const box: TableNode = {
  kind: "object",
  required: ["name", "shape"],
  properties: {
    name: { kind: "string" },
    shape,
    note: { kind: "string" },
    inner: () => box,
    colour: { kind: "string" },
  },
  defaults: { colour: "grey" },
};

describe("tidying", () => {
  it("asks a value for nothing that may be absent and is, unless it has a default", () => {
    const asked = new Set<string | symbol>();
    const value = { name: "a", shape: {}, extra: 1 };
    const watched = new Proxy<Fields>(value, { get: (target, name) => asked.add(name) && Reflect.get(target, name) });
    tidiedByTable(box, watched);
    expect([...asked]).toEqual(["name", "shape", "extra", "colour"]);
  });

  it("takes nulls out on every level, whatever stands before and after them", () => {
    const inner = { inner: { note: null, name: "c", shape: {} }, note: null, name: "b", shape: {}, extra: null };
    expect(tidiedByTable(box, { note: null, inner, name: "a", shape: {}, colour: null })).toStrictEqual({
      inner: {
        inner: { name: "c", shape: {}, colour: "grey" },
        name: "b",
        shape: {},
        extra: null,
        colour: "grey",
      },
      name: "a",
      shape: {},
      colour: "grey",
    });
  });
});

describe("freezing", () => {
  it("reaches members that the table does not name, and counts their levels", () => {
    const value = { name: "a", shape: { type: "round" }, extra: { list: [[]] as unknown[] } };
    expect(freezeDecoded(box, value, 4)).toBe(true);
    expect([value, value.shape, value.extra, value.extra.list[0]].map(Object.isFrozen)).toEqual(Array(4).fill(true));
    expect(freezeDecoded(box, { name: "a", shape: {}, extra: { list: [[]] } }, 3)).toBe(false);
  });

  it("does not count the wrapper of an unknown value as a level", () => {
    const unknown = { type: "unknown", reason: "unknown_type", original: { list: [] } };
    expect(freezeDecoded(box, { name: "a", shape: unknown }, 3)).toBe(true);
    expect(freezeDecoded(box, { name: "a", shape: unknown }, 2)).toBe(false);
    expect(freezeDecoded(box, { name: "a", shape: {}, extra: unknown }, 3)).toBe(false);
  });
});
