/** The escape operation `custom`: functions of core's `runtime/custom` in the emitted code, allowed and shown by the file. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Data,
  type DataSchema,
  note,
  schemasFolder,
  TEXT,
} from "../../../tools/generator/test/migrations/support.js";
import { copyCore, temporaryFolder, typeCheck } from "../../../tools/generator/test/support.js";
import { emittedText } from "../generated-contract.js";

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
  const schemasDir = schemasFolder([OLDER, NEWER], OPERATIONS, { allow_custom: true, examples });
  const folder = temporaryFolder();
  copyCore(folder);
  const files = Object.entries(emittedText(schemasDir)).map(
    ([path, content]) => [`generated/${path}`, content] as const,
  );
  for (const [path, content] of [...files, ["runtime/custom/author.ts", MODULE] as const]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

type Walk = (type: string, message: Data, version: number) => { readonly value: Data };
type Migrations = { readonly upgradeMessage: Walk; readonly downgradeMessage: Walk };

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
