/** `variant`: branches of a union get another tag, a substitute, or are split and merged. */

import { describe, expect, it } from "vitest";
import { COUNT } from "../../../tools/generator/test/migrations/support.js";
import { branchOf, expectLossless, smallContract, UNKNOWN_BRANCH } from "../small-contract.js";

describe("variant", () => {
  const shape = (tags: Record<string, object>, isOpen: boolean): { properties: object; defs: object } => {
    const names = Object.keys(tags).map((tag) => `${tag.toUpperCase().charAt(0)}${tag.slice(1)}Shape`);
    const branches = Object.entries(tags).map(([tag, properties], index) => [names[index], branchOf(tag, properties)]);
    return {
      properties: { shape: { $ref: "#/$defs/Shape" } },
      defs: {
        Shape: { oneOf: [...names, ...(isOpen ? ["UnknownShape"] : [])].map((name) => ({ $ref: `#/$defs/${name}` })) },
        ...Object.fromEntries(branches),
        ...(isOpen ? { UnknownShape: UNKNOWN_BRANCH } : {}),
      },
    };
  };
  const variant = (cases: readonly object[]): object => ({ op: "variant", at: "/data/shape", tag: "type", cases });

  it("renames a branch and migrates what is in it", async () => {
    const migration = await smallContract(
      [shape({ round: { size: COUNT } }, false), shape({ circle: { radius: COUNT } }, false)] as never,
      [[variant([{ from: "round", to: "circle", do: [{ op: "rename", at: "", from: "size", to: "radius" }] }])]],
    );
    expect(migration.up({ shape: { type: "round", size: 2 } }).value.data).toEqual({
      shape: { type: "circle", radius: 2 },
    });
    expectLossless(
      migration,
      [{}, { shape: { type: "round", radius: 1, x: 2 } }],
      [{ shape: { type: "circle", size: 3 } }],
    );
  });

  it("has a substitute for a branch that the other version does not have, and the branch as residue", async () => {
    const migration = await smallContract(
      [shape({ dot: {}, line: { length: COUNT } }, false), shape({ dot: {}, area: { size: COUNT } }, false)] as never,
      [
        [
          variant([
            { from: "dot", to: "dot" },
            { from: "line", substitute: { type: "dot" } },
            { to: "area", substitute: { type: "dot" } },
          ]),
        ],
      ],
    );
    expect(migration.down({ shape: { type: "area", size: 3 } })).toEqual({
      value: {
        type: "note",
        schema_version: 1,
        data: { shape: { type: "dot" } },
        residue: { 2: { "/data/shape": { "": { type: "area", size: 3 } } } },
      },
      notes: [{ code: "not_carried", path: "/data/shape", direction: "down" }],
    });
    const { residue } = migration.down({ shape: { type: "area", size: 3 } }).value;
    expect(migration.up({ shape: { type: "dot", edited: 1 } }, residue).value.data).toEqual({
      shape: { type: "dot", edited: 1 },
    });
    expectLossless(
      migration,
      [{ shape: { type: "dot" } }, { shape: { type: "line", length: 1 } }],
      [{ shape: { type: "area", size: 3, x: [] } }],
    );
  });

  it("keeps an unknown branch, unless its tag now means something", async () => {
    const migration = await smallContract(
      [shape({ dot: {} }, true), shape({ dot: {}, area: { size: COUNT } }, true)] as never,
      [
        [
          variant([
            { from: "dot", to: "dot" },
            { to: "area", substitute: { type: "later" }, collision: { type: "earlier" } },
          ]),
        ],
      ],
    );
    expect(migration.up({ shape: { type: "new", x: 1 } }).value.data).toEqual({ shape: { type: "new", x: 1 } });
    expect(migration.up({ shape: { type: "area", size: "not a number" } })).toEqual({
      value: {
        type: "note",
        schema_version: 2,
        data: { shape: { type: "earlier" } },
        residue: { 1: { "/data/shape": { "": { type: "area", size: "not a number" } } } },
      },
      notes: [{ code: "tag_collision", path: "/data/shape", direction: "up" }],
    });
    expectLossless(
      migration,
      [{ shape: { type: "area", size: "x" } }, { shape: { type: "later" } }, { shape: { type: "earlier" } }],
      [{ shape: { type: "area", size: 1 } }, { shape: { type: "later" } }, { shape: { type: "earlier" } }],
    );
  });

  it("splits a branch by a test, and merges branches, remembering which it was", async () => {
    const migration = await smallContract(
      [
        shape({ box: { flat: COUNT } }, false),
        shape({ square: { flat: COUNT }, cube: { flat: COUNT } }, false),
      ] as never,
      [
        [
          variant([
            { from: "box", to: "square", test: { at: "/flat", present: true } },
            { from: "box", to: "cube" },
          ]),
        ],
      ],
    );
    expect(migration.up({ shape: { type: "box", flat: 1 } }).value.data).toEqual({
      shape: { type: "square", flat: 1 },
    });
    expect(migration.down({ shape: { type: "cube", flat: 1 } }).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { shape: { type: "box", flat: 1 } },
      residue: { 2: { "/data/shape": { "#branch": 1 } } },
    });
    expectLossless(
      migration,
      [{ shape: { type: "box" } }, { shape: { type: "box", flat: 1 } }],
      [{ shape: { type: "cube", flat: 1 } }, { shape: { type: "square" } }, { shape: { type: "cube" } }],
    );
  });

  it("works on the items of a list", async () => {
    const list = (tags: Record<string, object>): object => {
      const { defs } = shape(tags, false);
      return { properties: { list: { type: "array", maxItems: 9, items: { $ref: "#/$defs/Shape" } } }, defs };
    };
    const migration = await smallContract([list({ a: {} }), list({ b: {} })] as never, [
      [{ op: "each", at: "/data/list", do: [{ op: "variant", at: "", tag: "type", cases: [{ from: "a", to: "b" }] }] }],
    ]);
    expectLossless(migration, [{ list: [{ type: "a", x: 1 }, { type: "a" }] }], [{ list: [{ type: "b", x: 1 }] }]);
  });
});
