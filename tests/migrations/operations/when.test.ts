/** `when`: operations that are done where a test holds, found again on the way back. */

import { describe, expect, it } from "vitest";
import { COUNT, TEXT } from "../../../tools/generator/test/migrations/support.js";
import { expectLossless, smallContract } from "../small-contract.js";

describe("when", () => {
  const older = { properties: { kind: TEXT, amount: COUNT, label: TEXT } };
  const newer = {
    properties: {
      sort: TEXT,
      count: COUNT,
      amount: COUNT,
      label: TEXT,
      state: { type: "string", enum: ["named", "nameless"] },
    },
  };
  const operations = [
    { op: "rename", at: "/data", from: "kind", to: "sort" },
    {
      op: "when",
      test: { at: "/data/kind", is: "counter" },
      down: { at: "/data/sort", is: "counter" },
      do: [
        { op: "rename", at: "/data", from: "amount", to: "count" },
        { op: "add", at: "/data/amount" },
      ],
      else: [{ op: "add", at: "/data/count" }],
    },
    {
      op: "when",
      test: { at: "/data/label", present: true },
      do: [{ op: "add", at: "/data/state", value: "named" }],
      else: [{ op: "add", at: "/data/state", value: "nameless" }],
    },
  ];

  it("does its operations when the test holds on the object as it was, both ways", async () => {
    const migration = await smallContract([older, newer], [operations]);
    const { up, down } = migration;
    expect(up({ kind: "counter", amount: 3, label: "x" }).value.data).toEqual({
      sort: "counter",
      count: 3,
      label: "x",
      state: "named",
    });
    expect(up({ kind: "other", amount: 3 }).value.data).toEqual({ sort: "other", amount: 3, state: "nameless" });
    expect(down({ sort: "counter", count: 3, state: "nameless" }).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { kind: "counter", amount: 3 },
    });
    expect(down({ sort: "counter", amount: 1, state: "named" }).value.residue).toEqual({
      2: { "/data/amount": 1, "/data/state": "named" },
    });
    expectLossless(
      migration,
      [
        {},
        { kind: "counter", amount: 1, count: "x" },
        { kind: "other", amount: 1, count: [], state: 1 },
        { label: "", sort: 1 },
      ],
      [
        { sort: "counter", count: 1, amount: 2 },
        { sort: "x", count: 1, amount: 2, kind: 5 },
        { state: "named" },
        { label: "x" },
        {},
      ],
    );
  });

  it("knows all, any, not and types", async () => {
    const test = {
      all: [
        {
          any: [
            { at: "/data/a", type: "string" },
            { at: "/data/a", in: [1, 2] },
          ],
        },
        { not: { at: "/data/b", present: true } },
      ],
    };
    const scalar = { anyOf: [{ ...TEXT }, { ...COUNT }] };
    const { up } = await smallContract(
      [{ properties: { a: scalar, b: COUNT } }, { properties: { a: scalar, b: COUNT, c: COUNT } }],
      [[{ op: "when", test, do: [{ op: "add", at: "/data/c", value: 1 }], else: [{ op: "add", at: "/data/c" }] }]],
    );
    expect([{ a: "x" }, { a: 2 }, { a: 3 }, { a: "x", b: 0 }, {}].map((data) => up(data).value.data)).toEqual([
      { a: "x", c: 1 },
      { a: 2, c: 1 },
      { a: 3 },
      { a: "x", b: 0 },
      {},
    ]);
  });
});
