/** Two contracts side by side in one process: each reads its own messages, and keeps those of the other as they came. */

import { describe, expect, it } from "vitest";
import { type Codec, type Contract, createCodec, parlance } from "../packages/core/src/contract.js";
import { SILENT } from "../packages/core/src/errors/warning.js";
import type { Message } from "../packages/core/src/index.js";
import * as own from "../packages/core/src/parlance.js";
import { emitData, emitFrom } from "../tools/generator/test/emitted.js";
import { schemasOf } from "../tools/generator/test/support.js";
import { CURRENT } from "./current-version.js";

const NOTE = '{"type":"note","schema_version":2,"data":{"heading":"h","priority":"low"}}';
const OLDER_NOTE = '{"type":"note","data":{"title":"t","urgent":true}}';
const TEXT = `{"type":"text","schema_version":${CURRENT},"id":"7d2f4c86-52b1-4c5e-9a39-0f6f1b8a4c11","created_at":"2026-11-21T10:00:00.000Z","data":{"role":"user","parts":[{"type":"text","text":"hi"}]}}`;
const OPTIONS = { logger: SILENT };

let emitted: Promise<Codec> | undefined;

/** The codec of a small contract that was generated from schemas, as a user's own would be. */
function codecOfNotes(): Promise<Codec> {
  emitted ??= emitFrom(schemasOf("two-versions")).then(({ contract }) => createCodec(contract as unknown as Contract));
  return emitted;
}

/** The codec of a contract whose notes have one number or word. */
async function codecOfData(schema: { readonly type: "integer" | "string" }): Promise<Codec> {
  const bounds = schema.type === "integer" ? { minimum: 0, maximum: 9 } : { maxLength: 9 };
  const data = {
    type: "object",
    additionalProperties: true,
    required: ["n"],
    properties: { n: { ...schema, ...bounds } },
  };
  const { contract } = await emitData(data);
  return createCodec(contract as unknown as Contract);
}

const typesOf = (codec: Codec, ...texts: string[]): string[] =>
  codec.decodeMany(texts, OPTIONS).messages.map(({ type }) => type);

describe("two contracts in one process", () => {
  it("two contracts in one process each know their own types alone, in whatever order they are asked", async () => {
    const notes = await codecOfNotes();
    expect(typesOf(own, NOTE, TEXT, NOTE)).toEqual(["unknown", "text", "unknown"]);
    expect(typesOf(notes, NOTE, TEXT, NOTE)).toEqual(["note", "unknown", "note"]);
    expect(typesOf(own, TEXT, NOTE)).toEqual(["text", "unknown"]);
  });

  it("write what the other one reads as it came", async () => {
    const notes = await codecOfNotes();
    const kept = own.decode(` ${NOTE}`, OPTIONS);
    expect(own.encode(kept)).toBe(NOTE);
    expect(notes.encode(notes.decode(TEXT, OPTIONS))).toBe(TEXT);
  });

  it("fill the defaults and migrate by their own versions", async () => {
    const notes = await codecOfNotes();
    expect((notes.decode(OLDER_NOTE) as { readonly data?: unknown }).data).toEqual({
      heading: "t",
      priority: "high",
      pinned: false,
    });
    expect(notes.migrateRecord(OLDER_NOTE)).toMatchObject({ state: "migrated", version: 1 });
    expect(own.migrateRecord(OLDER_NOTE)).toMatchObject({ state: "unknown", text: OLDER_NOTE });
    expect(notes.migrateRecord(TEXT, { to: 1 })).toMatchObject({ state: "unknown", text: TEXT });
  });

  it("refuse what is malformed by their own rules", async () => {
    const notes = await codecOfNotes();
    const broken = '{"type":"note","schema_version":2,"data":{}}';
    expect(own.examineRecord(broken)).toMatchObject({ ok: true, state: "unknown" });
    expect(notes.examineRecord(broken)).toMatchObject({
      ok: false,
      error: { issues: [{ path: "/data" }, { path: "/data" }] },
    });
  });

  it("refuse versions that they do not have", async () => {
    const notes = await codecOfNotes();
    expect(() => notes.migrateRecord(NOTE, { to: 3 })).toThrow("1, 2");
    expect(() => notes.encodeHistory([], { schemaVersion: 3 })).toThrow("1, 2");
  });

  it("trust nothing that the codec of the other one made", async () => {
    const [ofNumbers, ofWords] = await Promise.all([codecOfData({ type: "integer" }), codecOfData({ type: "string" })]);
    const number = ofNumbers.decode('{"type":"note","data":{"n":3}}');
    expect(() => ofWords.encode(number)).toThrow("/data/n: expected string, found number");
    expect(ofWords.encode(ofWords.decode('{"type":"note","data":{"n":"3"}}'))).toBe('{"type":"note","data":{"n":"3"}}');
    const unknown = own.decode('{"type":"note","data":{"n":true}}', OPTIONS);
    expect(own.encode(unknown)).toBe('{"type":"note","data":{"n":true}}');
    expect(() => ofWords.encode(unknown)).toThrow("/data/n");
    expect(() => ofWords.encode(own.decode(TEXT))).toThrow("expected a message in its decoded form");
  });

  it("do not change each other by a number that a double cannot hold", async () => {
    const notes = await codecOfNotes();
    const big = '{"type":"note","schema_version":2,"data":{"heading":"h","priority":"low","n":9007199254740993}}';
    const read = notes.decode(big, OPTIONS);
    expect(notes.encode({ ...read } as Message)).toContain('"n":9007199254740993');
    expect(own.encode({ ...own.decode(TEXT) })).toBe(TEXT);
  });

  it("find what is stored besides messages in their own contract alone", async () => {
    const notes = await codecOfNotes();
    const history = `{"schema_version":${CURRENT},"id":"7d2f4c86-52b1-4c5e-9a39-0f6f1b8a4c11","created_at":"2026-11-21T10:00:00.000Z","messages":[]}`;
    expect(own.examineRecord(history)).toMatchObject({ ok: true, type: "conversation_history" });
    expect(notes.examineRecord(history)).toMatchObject({ ok: false });
  });

  it("have the functions of the main entry each, and the codec of ours does what those do", () => {
    const codec = createCodec(parlance);
    expect(Object.keys(codec).sort()).toEqual(Object.keys(own).sort());
    expect(codec.encode(codec.decode(TEXT))).toBe(TEXT);
    expect(codec.encode(own.decode(TEXT), { schemaVersion: 1 })).toEqual(
      own.encode(own.decode(TEXT), { schemaVersion: 1 }),
    );
    expect(Object.isFrozen(codec)).toBe(true);
  });
});
