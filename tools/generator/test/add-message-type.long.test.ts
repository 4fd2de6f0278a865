/** Adding a message type is one schema file, its examples and one line of the union; everything else is generated. */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildContracts } from "../src/contracts.js";
import { generate } from "../src/generate.js";
import { copyBuilders, copyCore, linkPackages, REPOSITORY, typeCheck } from "./support.js";

const CURRENT = buildContracts(join(REPOSITORY, "schemas")).length;
const VERSION_FOLDER = `schemas/v${CURRENT}`;
const UNION = `${VERSION_FOLDER}/message/message.schema.json`;
const UNION_LINE = '    { "$ref": "memo.schema.json" },';

const MEMO_SCHEMA = {
  $schema: "../../dialect.schema.json",
  title: "MemoMessage",
  description: "Something to remember, for nobody in particular.",
  type: "object",
  additionalProperties: true,
  allOf: [{ $ref: "envelope.schema.json" }],
  required: ["type", "data"],
  properties: {
    type: { const: "memo", description: "Says that this is a memo." },
    data: { $ref: "#/$defs/MemoData", description: "What is to be remembered." },
  },
  $defs: {
    MemoData: {
      description: "The body of a memo.",
      type: "object",
      additionalProperties: true,
      required: ["text"],
      properties: {
        text: { $ref: "../common.schema.json#/$defs/Text", description: "The words." },
        pinned: { type: "boolean", default: false, description: "Whether it stays on top." },
      },
    },
  },
};

/** What a user writes with the new type; it must compile. */
const PROGRAM = `import { decode, type MemoMessage, type Message, type MessageOf, type MessageType } from "./index.js";
export const type: MessageType = "memo";
export function isPinned(message: Message): boolean {
  if (message.type !== "memo") return false;
  const memo: MessageOf<"memo"> & MemoMessage = message;
  return memo.data.pinned;
}
export const pinned: boolean = isPinned(decode("{}"));
`;

/** What a user writes with the builder of the new type; it must compile. */
const BUILDING = `import type { MemoMessage } from "@parlance/core";
import { MemoMessageBuilder } from "./index.js";
const surroundings = { now: (): number => 0, newId: (): string => "0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11" };
export const memo: MemoMessage = MemoMessageBuilder.create(surroundings).withText("Buy milk").withPinned(true).build();
`;

/** A memo without its optional property, as text that encoding gives back. */
const HEAD = `{"type":"memo","schema_version":${CURRENT},"id":"0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11","created_at":"2026-11-21T10:00:00.000Z"`;
const MEMO = `${HEAD},"data":{"text":"Buy milk"}}`;

interface Memo {
  readonly type: string;
  readonly data: { readonly text: string; readonly pinned: boolean };
}

/** What the test uses of the copy of core that it builds. */
interface Core {
  readonly MESSAGE_TYPES: readonly string[];
  readonly decode: (text: string) => Memo;
  readonly safeDecode: (text: string) => { ok: boolean; error?: { issues: readonly { path: string }[] } };
  readonly encode: {
    (message: unknown): string;
    (message: unknown, options: { readonly schemaVersion: number }): { readonly text: string; readonly notes: unknown };
  };
  readonly migrateRecord: (text: string, options: { readonly to: number }) => object;
  readonly MemoMessage: { readonly is: (value: unknown) => boolean };
}

const folder = mkdtempSync(join(tmpdir(), "parlance-memo-"));
const source = join(folder, "packages/core/src");
const builders = join(folder, "packages/builders");
let complaint = "";
let complaintOfCommand = "";
let complaintOfBuilders = "";
let core: Core;

/** Everything that a person does by hand. */
function addMemo(): void {
  const union = join(folder, UNION);
  const lines = readFileSync(union, "utf8").split("\n");
  const last = lines.findIndex((line) => line.includes("#/$defs/UnknownMessage"));
  lines.splice(last, 0, UNION_LINE);
  writeFileSync(union, lines.join("\n"));
  writeFileSync(join(folder, VERSION_FOLDER, "message/memo.schema.json"), JSON.stringify(MEMO_SCHEMA, null, 2));
  mkdirSync(join(folder, VERSION_FOLDER, "examples/memo"), { recursive: true });
  writeFileSync(join(folder, VERSION_FOLDER, "examples/memo/minimal.json"), MEMO);
}

beforeAll(async () => {
  cpSync(join(REPOSITORY, "schemas"), join(folder, "schemas"), { recursive: true });
  copyCore(source);
  copyBuilders(join(builders, "src"));
  addMemo();
  await generate({ schemasDir: join(folder, "schemas"), outDir: folder });
  writeFileSync(join(source, "program.ts"), PROGRAM);
  complaint = typeCheck(folder, { noEmit: false, rootDir: "packages/core/src", outDir: "dist" }, ["packages/core/src"]);
  complaintOfCommand = typeCheckCommand();
  complaintOfBuilders = buildBuilders();
  core = (await import(pathToFileURL(join(folder, "dist/index.js")).href)) as Core;
}, 180_000);

/** Compiles the command against the core that has the new type. */
function typeCheckCommand(): string {
  const command = join(folder, "cli");
  cpSync(join(REPOSITORY, "packages/cli/src"), join(command, "src"), { recursive: true });
  symlinkSync(join(REPOSITORY, "packages/cli/node_modules"), join(command, "node_modules"));
  const dist = join(folder, "dist");
  const paths = { "@parlance/core": [join(dist, "index.d.ts")], "@parlance/core/*": [join(dist, "*.d.ts")] };
  const typeRoots = [join(REPOSITORY, "node_modules/@types")];
  return typeCheck(command, { paths, typeRoots, types: ["node"], skipLibCheck: true }, ["src"]);
}

/** Compiles builders, with the program that uses it, against the core that has the new type. */
function buildBuilders(): string {
  linkPackages(builders, join(folder, "dist"));
  writeFileSync(join(builders, "src/memo.ts"), BUILDING);
  return typeCheck(builders, { noEmit: false, rootDir: "src", outDir: "dist", skipLibCheck: true }, ["src"]);
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a message type added by one schema file, its example and one line of the union", () => {
  it("compiles, and narrows where it is used", () => {
    expect(complaint).toBe("");
  });

  it("leaves the command as it is", () => {
    expect(complaintOfCommand).toBe("");
  });

  it("leaves builders as they are, and has a fluent builder there", async () => {
    expect(complaintOfBuilders).toBe("");
    const { memo } = (await import(pathToFileURL(join(builders, "dist/memo.js")).href)) as { readonly memo: object };
    expect(memo).toEqual({
      type: "memo",
      schema_version: CURRENT,
      id: "0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11",
      created_at: "1970-01-01T00:00:00.000Z",
      data: { text: "Buy milk", pinned: true },
    });
  });

  it("is among the known types", () => {
    expect(core.MESSAGE_TYPES).toContain("memo");
  });

  it("is decoded with its default filled in and encoded as it came", () => {
    const memo = core.decode(MEMO);
    expect(memo).toMatchObject({ type: "memo", data: { text: "Buy milk", pinned: false } });
    expect(core.encode(memo)).toBe(MEMO);
    expect(core.MemoMessage.is(memo)).toBe(true);
  });

  it("is written anew when it was changed", () => {
    const memo = core.decode(MEMO);
    const changed = { ...memo, data: { ...memo.data, text: "Buy bread", pinned: true } };
    expect(core.encode(changed)).toBe(`${HEAD},"data":{"text":"Buy bread","pinned":true}}`);
  });

  it("stays as it is where an older version is asked for, which takes it as unknown, and a note says so", () => {
    const notes = [{ code: "type_not_carried", path: "/type", direction: "down" }];
    expect(core.encode(core.decode(MEMO), { schemaVersion: 1 })).toEqual({ text: MEMO, notes });
    expect(core.migrateRecord(MEMO, { to: 1 })).toMatchObject({ ok: true, state: "unchanged", text: MEMO, notes });
  });

  it("is refused, with its place, when it is malformed", () => {
    const result = core.safeDecode(`${HEAD},"data":{"text":7}}`);
    expect(result.ok).toBe(false);
    expect(result.error?.issues.map((issue) => issue.path)).toEqual(["/data/text"]);
  });
});
