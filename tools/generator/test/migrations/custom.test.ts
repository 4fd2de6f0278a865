/** The escape operation `custom`: functions of core's `runtime/custom` in the emitted code, allowed and shown by the file. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { modelContracts } from "../../src/contracts.js";
import { emitMigrations } from "../../src/emit/migrations.js";
import { emitPredicates } from "../../src/emit/predicates.js";
import { loadSources } from "../../src/load.js";
import { copyCore, temporaryFolder, typeCheck } from "../support.js";
import { type Data, type DataSchema, type Emitted, note, refusal, schemasFolder, TEXT } from "./support.js";

const MODULE = `/** Names with the family name last, and first. */
import type { JsonValue } from "../json.js";

export function up(value: JsonValue): JsonValue {
  return typeof value === "string" ? value.trim().split(" ").reverse().join(", ") : value;
}

export function down(value: JsonValue): JsonValue {
  return typeof value === "string" ? value.split(", ").reverse().join(" ") : value;
}
`;

const OLDER: DataSchema = { properties: { author: TEXT } };
const NEWER: DataSchema = { properties: { by: TEXT } };
const OPERATIONS = [
  [
    { op: "custom", at: "/data/author", name: "author" },
    { op: "rename", at: "/data", from: "author", to: "by" },
  ],
];
const EXAMPLE = { type: "note", from: note({ author: "Ada Lovelace" }, 1), to: note({ by: "Lovelace, Ada" }, 2) };
const ABSENT = { type: "note", from: note({}, 1), to: note({}, 2) };

/** The folder of the code for these operations, beside a copy of core that has the module. */
function folderWithCode(examples: readonly unknown[]): string {
  const sources = loadSources(schemasFolder([OLDER, NEWER], OPERATIONS, { allow_custom: true, examples }));
  const contracts = modelContracts(sources.schemas);
  const folder = temporaryFolder();
  copyCore(folder);
  const emitted = [...emitPredicates(contracts), ...emitMigrations(contracts, sources.migrations)];
  const files = emitted.map(({ path, content }) => ({ path: `generated/${path}`, content }));
  for (const { path, content } of [...files, { path: "runtime/custom/author.ts", content: MODULE }]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

type Migrations = Pick<Emitted, "upgradeMessage" | "downgradeMessage">;

describe("a custom operation", () => {
  it("takes a message up and down with its two functions, as the examples say", async () => {
    const folder = folderWithCode([EXAMPLE]);
    const code = (await import(join(folder, "generated/migrations/index.gen.ts"))) as Migrations;
    expect(code.upgradeMessage("note", EXAMPLE.from, 1)).toEqual({ value: EXAMPLE.to, notes: [] });
    expect(code.downgradeMessage("note", EXAMPLE.to, 1)).toEqual({ value: EXAMPLE.from, notes: [] });
    expect(code.upgradeMessage("note", ABSENT.from, 1).value).toEqual(ABSENT.to);
  });

  it("keeps as residue what its functions cannot make again", async () => {
    const folder = folderWithCode([EXAMPLE]);
    const code = (await import(join(folder, "generated/migrations/index.gen.ts"))) as Migrations;
    const spaced = note({ author: " Ada Lovelace" }, 1);
    const up = code.upgradeMessage("note", spaced, 1);
    expect(up).toEqual({
      value: note({ by: "Lovelace, Ada" }, 2, { 1: { "/data/author": " Ada Lovelace" } }),
      notes: [{ code: "value_changed", path: "/data/author", direction: "up" }],
    });
    expect(code.downgradeMessage("note", up.value, 1).value).toEqual(spaced);
  });

  it("compiles with its module under the strictest flags", () => {
    expect(typeCheck(folderWithCode([EXAMPLE]), {}, ["generated/migrations/*.ts"])).toBe("");
  });
});

describe("a custom operation is refused", () => {
  const place = "/types/note/0";

  it.each<[string, Data, RegExp]>([
    ["where the file does not allow it", { examples: [EXAMPLE] }, /needs "allow_custom": true/],
    ["without an example", { allow_custom: true }, /example that has its value going up/],
    ["where no example has a value for it", { allow_custom: true, examples: [ABSENT] }, /value going up/],
    [
      "without an example going down",
      { allow_custom: true, examples: [{ ...EXAMPLE, direction: "up" }] },
      /value going down/,
    ],
  ])("%s", (_, more, reason) => {
    const error = refusal([OLDER, NEWER], OPERATIONS, more);
    expect(error.pointer).toBe(place);
    expect(error.reason).toMatch(reason);
  });

  it("inside other operations too", () => {
    const inner = { op: "custom", at: "/data/a", name: "x" };
    const when = { op: "when", test: { at: "/data/a", present: true }, do: [], else: [inner] };
    const schema = { properties: { a: TEXT } };
    expect(refusal([schema, schema], [[when]]).pointer).toBe("/types/note/0/else/0");
  });
});
