/** A record of a middle version in an older one: the same text, whether it is decoded on the way or not. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Codec, type Contract, createCodec } from "../../packages/core/src/contract.js";
import { SILENT } from "../../packages/core/src/errors/warning.js";
import { emitFrom } from "../../tools/generator/test/emitted.js";
import { schemasFolder, TEXT } from "../../tools/generator/test/migrations/support.js";

/** Three versions, the first of which has notes alone, the others memos as well. */
async function codecOfThree(): Promise<Codec> {
  const note = { properties: { text: TEXT }, required: ["text"] };
  const folder = schemasFolder([note, note, { properties: { words: TEXT }, required: ["words"] }], [[], RENAME]);
  for (const version of [2, 3]) addMemo(join(folder, `v${version}`, "message"));
  const migration = join(folder, "migrations/v2-to-v3.json");
  const file = JSON.parse(readFileSync(migration, "utf8"));
  writeFileSync(migration, JSON.stringify({ ...file, types: { ...file.types, memo: RENAME } }));
  const { contract } = await emitFrom(folder);
  return createCodec(contract as unknown as Contract);
}

const RENAME = [{ op: "rename", at: "/data", from: "text", to: "words" }];

function addMemo(folder: string): void {
  const note = readFileSync(join(folder, "note.schema.json"), "utf8");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "memo.schema.json"),
    note.replaceAll("NoteMessage", "MemoMessage").replaceAll("NoteData", "MemoData").replace('"note"', '"memo"'),
  );
  const union = JSON.parse(readFileSync(join(folder, "message.schema.json"), "utf8"));
  writeFileSync(
    join(folder, "message.schema.json"),
    JSON.stringify({ ...union, oneOf: [{ $ref: "memo.schema.json" }, ...union.oneOf] }),
  );
}

describe("a record of the middle version of three", () => {
  const memo = '{"type":"memo", "schema_version":2,"data":{"text":"x"}}';
  const note = '{"type":"note", "schema_version":2,"data":{"text":"x"}}';

  it("stays as it came where the older version does not have its type", async () => {
    const { decode, encode, migrateRecord } = await codecOfThree();
    const notes = [{ code: "type_not_carried", path: "/type", direction: "down" }];
    expect(migrateRecord(memo, { to: 1 })).toMatchObject({ state: "unchanged", text: memo, notes });
    expect(encode(decode(memo), { schemaVersion: 1 })).toEqual({ text: memo, notes });
  });

  it("is its own text in its own version", async () => {
    const { decode, encode, migrateRecord } = await codecOfThree();
    expect(migrateRecord(note, { to: 2 })).toMatchObject({ state: "unchanged", text: note });
    expect(encode(decode(note), { schemaVersion: 2 })).toEqual({ text: note, notes: [] });
  });

  it("is the same in an older version as without decoding", async () => {
    const { decode, encode, migrateRecord } = await codecOfThree();
    const older = '{"type":"note","schema_version":1,"data":{"text":"x"}}';
    expect(migrateRecord(note, { to: 1 })).toMatchObject({ state: "migrated", text: older });
    expect(encode(decode(note), { schemaVersion: 1 })).toEqual({ text: older, notes: [] });
  });

  it("is written by a whole history as it is alone", async () => {
    const { decodeMany, encodeHistory } = await codecOfThree();
    const { messages } = decodeMany([memo, note], { logger: SILENT });
    expect(encodeHistory(messages, { schemaVersion: 2 }).text).toBe(`${memo}\n${note}\n`);
    expect(encodeHistory(messages, { schemaVersion: 1 }).text).toBe(
      `${memo}\n{"type":"note","schema_version":1,"data":{"text":"x"}}\n`,
    );
  });
});
