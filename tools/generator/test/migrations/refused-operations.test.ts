/** What a migration file may not say with `split`, `custom`, `all` or of persisted roots, and the place that the refusal names. */

import { describe, expect, it } from "vitest";
import { buildContracts } from "../../src/contracts.js";
import { emitMigrations } from "../../src/emit/migrations.js";
import { loadSources } from "../../src/load.js";
import type { Json } from "../../src/model.js";
import { schemasOf } from "../support.js";
import { type DataSchema, refusal, TEXT } from "./support.js";

const LONG = { type: "string", maxLength: 200 };
const ONE: DataSchema = { properties: { location: TEXT, note: TEXT } };
const TWO: DataSchema = { properties: { path: LONG, anchor: LONG, note: TEXT } };
const SPLIT = { op: "split", at: "/data/location", to: ["/data/path", "/data/anchor"], separator: "#", limit: 100 };

describe("a split is refused", () => {
  it.each([
    ["where the second text has to be there and nothing says what it is", { ...TWO, required: ["anchor"] }, SPLIT],
    [
      "where a piece may be longer than it may be",
      { properties: { ...TWO.properties, path: { ...TEXT, maxLength: 99 } } },
      SPLIT,
    ],
    ["where the joined text may be too long", TWO, { ...SPLIT, limit: 101 }],
  ])("a split is refused %s", (_, schema, split) => {
    expect(refusal([{ ...ONE, required: ["location"] }, schema as DataSchema], [[split]]).pointer).toBe("/types/note");
  });

  it.each([
    ["a separator without a character", { ...SPLIT, separator: "" }, "/types/note/0/separator"],
    ["one place for both", { ...SPLIT, to: ["/data/path", "/data/path"] }, "/types/note/0/to"],
    ["three places", { ...SPLIT, to: ["/data/a", "/data/b", "/data/c"] }, "/types/note/0/to"],
  ])("a split that has %s is refused", (_, split, pointer) => {
    expect(refusal([ONE, TWO], [[split]]).pointer).toBe(pointer);
  });

  it("a split is refused on a value that another operation has changed", () => {
    const mapped = { op: "mapValue", at: "/data/location", pairs: [["a", "b"]] };
    expect(refusal([ONE, TWO], [[mapped, SPLIT]])).toMatchObject({ pointer: "/types/note/1" });
  });
});

describe("a custom operation is refused", () => {
  const custom = { op: "custom", at: "/data/a", name: "x" };
  const schema = { properties: { a: TEXT } };

  it("a custom operation is refused where the file does not allow it", () => {
    const error = refusal([schema, schema], [[custom]]);
    expect(error.pointer).toBe("/types/note/0");
    expect(error.reason).toContain('needs "allow_custom": true');
  });

  it("a custom operation is refused inside other operations too", () => {
    const when = { op: "when", test: { at: "/data/a", present: true }, do: [], else: [custom] };
    expect(refusal([schema, schema], [[when]]).pointer).toBe("/types/note/0/else/0");
  });
});

describe("operations of every message are refused", () => {
  it("operations of every message are refused where a type does not have what they are about, at their own place", () => {
    const schemas = [{ properties: {} }, { properties: {} }];
    const rename = { op: "rename", at: "/data", from: "first", to: "second" };
    expect(refusal(schemas, [{ all: [rename], types: {} }]).pointer).toBe("/all/0");
  });
});

describe("a migration of persisted roots is refused", () => {
  const { migrations: files } = loadSources(schemasOf("roots-of-versions"));
  const withTypes = (index: number, types: object): (() => unknown) => {
    const changed = files.map((file, at) =>
      at === index ? { ...file, json: { ...(file.json as object), types, examples: [] } as unknown as Json } : file,
    );
    return () => emitMigrations(buildContracts(schemasOf("roots-of-versions")), changed);
  };

  it("a migration of persisted roots is refused when it forgets a field of a root", () => {
    expect(withTypes(1, { bookmark: [{ op: "remove", at: "/ribbon" }] })).toThrow(
      "migrations/v2-to-v3.json#/types/notebook: version 3: /pages is left as it is, but the other version does not have it",
    );
    expect(withTypes(1, { notebook: [{ op: "rename", at: "", from: "pages", to: "sheets" }] })).toThrow(
      "migrations/v2-to-v3.json#/types/bookmark: version 3: /ribbon is left as it is, but the other version does not have it",
    );
  });

  it("a migration of persisted roots is refused when it names a root that only one version has", () => {
    expect(withTypes(0, { shelf: [] })).toThrow(
      "migrations/v1-to-v2.json#/types/shelf: is not a message type or persisted root of both versions",
    );
  });
});
