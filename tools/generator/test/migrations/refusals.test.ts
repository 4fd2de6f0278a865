/** Migration files that are refused before anything is emitted: misspelt, impossible to undo, or forgetting a field. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildContracts } from "../../src/contracts.js";
import { emitMigrations } from "../../src/emit/migrations.js";
import { REPOSITORY } from "../support.js";
import { COUNT, type DataSchema, refusal, schemasFolder, TEXT } from "./support.js";

const A: DataSchema = { properties: { a: TEXT } };
const B: DataSchema = { properties: { b: TEXT } };
const BOTH: DataSchema = { properties: { a: TEXT, b: TEXT } };

describe("a migration file is refused", () => {
  it.each<[string, readonly DataSchema[], readonly unknown[], string, RegExp]>([
    ["an operation that does not exist", [A, B], [{ op: "renam" }], "/types/note/0/op", /no operation "renam"/],
    ["the name of a prototype as an operation", [A, B], [{ op: "toString" }], "/types/note/0/op", /no operation/],
    [
      "a member that an operation does not have",
      [A, B],
      [{ op: "add", at: "/data/b", vlaue: 1 }],
      "/types/note/0/vlaue",
      /unknown member/,
    ],
    [
      "a member that is missing",
      [A, B],
      [{ op: "rename", at: "/data", from: "a" }],
      "/types/note/0",
      /needs the member "to"/,
    ],
    ["a pointer that is none", [A, B], [{ op: "add", at: "data" }], "/types/note/0/at", /JSON Pointer/],
    [
      "a pointer to a prototype's member as a step",
      [A, B],
      [{ op: "add", at: "/data/x-y" }],
      "/types/note/0/at",
      /JSON Pointer/,
    ],
    [
      "a place that the schema does not have",
      [A, B],
      [{ op: "rename", at: "/data", from: "x", to: "b" }],
      "/types/note/0",
      /nothing at \/data\/x/,
    ],
    [
      "a place in an object that the schema does not have",
      [A, B],
      [{ op: "mapValue", at: "/data/x/y", pairs: [] }],
      "/types/note/0",
      /nothing at \/data\/x\/y/,
    ],
    [
      "a place that another value has",
      [BOTH, B],
      [{ op: "rename", at: "/data", from: "a", to: "b" }],
      "/types/note/0",
      /a value at \/data\/b already/,
    ],
    ["a field of the older version that is forgotten", [BOTH, B], [], "/types/note", /\/data\/a is left as it is/],
    ["a field of the newer version that is forgotten", [A, BOTH], [], "/types/note", /\/data\/b is new/],
    [
      "a required field that nothing makes",
      [A, { ...BOTH, required: ["b"] }],
      [],
      "/types/note",
      /\/data\/b is required/,
    ],
    [
      "a required field that may be missing",
      [A, { ...B, required: ["b"] }],
      [{ op: "rename", at: "/data", from: "a", to: "b" }],
      "/types/note",
      /\/data\/b is required, but may be missing/,
    ],
    [
      "a field that becomes narrower",
      [A, { properties: { a: { ...TEXT, maxLength: 5 } } }],
      [],
      "/types/note",
      /\/data\/a may be a value/,
    ],
    [
      "a field that becomes wider, which cannot go down",
      [{ properties: { a: { ...TEXT, maxLength: 5 } } }, A],
      [],
      "/types/note",
      /\/data\/a may be a value/,
    ],
    [
      "a field that becomes another type",
      [A, { properties: { a: COUNT } }],
      [],
      "/types/note",
      /\/data\/a is string here and number there/,
    ],
    [
      "a table that gives a value twice",
      [A, A],
      [
        {
          op: "mapValue",
          at: "/data/a",
          pairs: [
            ["x", "y"],
            ["z", "y"],
          ],
        },
      ],
      "/types/note/0/pairs/1",
      /only_up/,
    ],
    [
      "a table that takes a value twice",
      [A, A],
      [
        {
          op: "mapValue",
          at: "/data/a",
          pairs: [
            ["x", "y"],
            ["x", "z"],
          ],
        },
      ],
      "/types/note/0/pairs/1",
      /only_down/,
    ],
    [
      "an extra pair without a representative",
      [A, A],
      [{ op: "mapValue", at: "/data/a", pairs: [["x", "y"]], only_down: [["z", "w"]] }],
      "/types/note/0/only_down/0",
      /no pair represents/,
    ],
    [
      "a codec that does not exist",
      [A, A],
      [{ op: "convert", at: "/data/a", codec: "rot13" }],
      "/types/note/0/codec",
      /no codec "rot13"/,
    ],
    [
      "a step of two residues in one place",
      [A, A],
      [
        { op: "mapValue", at: "/data/a", pairs: [] },
        { op: "mapValue", at: "/data/a", pairs: [] },
      ],
      "/types/note/1",
      /keeps its residue at \/data\/a/,
    ],
    [
      "a definition that has no operations",
      [A, A],
      [{ op: "each", at: "/data/a", do: [] }],
      "/types/note/0",
      /is not a list/,
    ],
    [
      "a value both as constant and as copy",
      [A, BOTH],
      [{ op: "add", at: "/data/b", value: 1, copy: "/data/a" }],
      "/types/note/0/copy",
      /either/,
    ],
    [
      "a test that does not exist",
      [A, A],
      [{ op: "when", test: { at: "/data/a", exists: true }, do: [] }],
      "/types/note/0/test/exists",
      /unknown member/,
    ],
  ])("a migration file is refused for %s", (_, schemas, operations, pointer, reason) => {
    const error = refusal(schemas, [operations]);
    expect({ file: error.file, pointer: error.pointer }).toEqual({ file: "migrations/v1-to-v2.json", pointer });
    expect(error.reason).toMatch(reason);
  });

  it("a migration file is refused for a condition that the newer version cannot decide", () => {
    const renamed = { op: "rename", at: "/data", from: "a", to: "b" };
    const when = (test: unknown, down: unknown): unknown => ({ op: "when", test, down, do: [], else: [] });
    const reasons = [
      [when({ at: "/data/a", present: true }, { at: "/data/a", present: true })],
      [renamed, when({ at: "/data/a", present: true }, { at: "/data/a", present: true })],
      [renamed, when({ at: "/data/a", is: "x" }, { at: "/data/b", is: "y" })],
      [renamed, when({ at: "/data/a", is: "x" }, { at: "/data/b", present: true })],
      [renamed, when({ not: { at: "/data/a", is: "x" } }, { at: "/data/b", is: "x" })],
      [renamed, when({ at: "/data/a", type: "string" }, { at: "/data/b", type: "number" })],
      [
        { op: "mapValue", at: "/data/a", pairs: [["x", "1"]] },
        renamed,
        when({ at: "/data/a", is: "x" }, { at: "/data/b", is: "x" }),
      ],
    ].map((operations, index) => {
      const error = refusal(
        [A, index === 0 ? A : B],
        [index === 0 ? [...operations, { op: "rename", at: "/data", from: "a", to: "c" }] : operations],
      );
      expect(error.pointer).toMatch(/\/down$/);
      return error.reason;
    });
    expect(reasons).toHaveLength(7);
  });

  it("a migration file is taken with a test that goes on with the values that a table makes of them", () => {
    const operations = [
      { op: "mapValue", at: "/data/a", pairs: [["x", "1"]] },
      { op: "when", test: { at: "/data/a", is: "x" }, down: { at: "/data/a", is: "1" }, do: [], else: [] },
    ];
    expect(() => refusal([A, A], [operations])).toThrow("nothing was refused");
  });

  it("a migration file is refused when it is missing, leads nowhere or bears another name", () => {
    const folder = schemasFolder([A, A], [[]]);
    const contracts = buildContracts(folder);
    const file = { from: 1, to: 2, types: {} };
    expect(() => emitMigrations(contracts, [])).toThrow("migrations/v1-to-v2.json#: this migration is missing");
    expect(() => emitMigrations(contracts, [{ path: "migrations/other.json", json: file }])).toThrow(
      "the file must be migrations/v1-to-v2.json",
    );
    expect(() => emitMigrations(contracts, [{ path: "migrations/v1-to-v3.json", json: { ...file, to: 3 } }])).toThrow(
      "a migration leads to the next version",
    );
    const first = { path: "migrations/v1-to-v2.json", json: file };
    const beyond = { path: "migrations/v2-to-v3.json", json: { ...file, from: 2, to: 3 } };
    expect(() => emitMigrations(contracts, [first, beyond])).toThrow(
      "leads between versions of which one does not exist",
    );
    expect(() => emitMigrations(contracts, [{ ...first, json: { ...file, types: { letter: [] } } }])).toThrow(
      "is not a message type or persisted root of both versions",
    );
    const example = { type: "letter", from: {}, to: {} };
    expect(() => emitMigrations(contracts, [{ ...first, json: { ...file, examples: [example] } }])).toThrow(
      "/examples/0/type: is not a message type or persisted root of both versions",
    );
    expect(() => emitMigrations(contracts, [{ ...first, json: [] }])).toThrow("must be an object");
  });

  it("a migration file is refused when it forgets any field of the real schemas", () => {
    const real = JSON.parse(readFileSync(`${REPOSITORY}schemas/migrations/v1-to-v2.json`, "utf8")) as {
      types: { [type: string]: unknown[] };
    };
    const contracts = buildContracts(`${REPOSITORY}schemas`).slice(0, 2);
    let forgotten = 0;
    for (const [type, operations] of Object.entries(real.types)) {
      for (let index = 0; index < operations.length; index++) {
        if ((operations[index] as { op: string }).op === "when") continue;
        const types = { ...real.types, [type]: operations.filter((_, other) => other !== index) };
        expect(
          () =>
            emitMigrations(contracts, [
              { path: "migrations/v1-to-v2.json", json: { ...real, examples: [], types } as never },
            ]),
          `${type} ${index}`,
        ).toThrow("migrations/v1-to-v2.json#");
        forgotten++;
      }
    }
    expect(forgotten).toBeGreaterThan(20);
  });
});
