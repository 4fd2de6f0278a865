/** Adding a version is a copy of the newest folder, its changes, and one migration file; everything else is generated. */

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate } from "../src/generate.js";
import { copyBuilders, copyCore, linkPackages, REPOSITORY, typeCheck } from "./support.js";

interface Core {
  readonly decode: (text: string, options?: object) => object;
  readonly migrateRecord: (text: string) => object;
  readonly encode: (message: object, options: { readonly schemaVersion: number }) => { readonly text: string };
}

const folder = mkdtempSync(join(tmpdir(), "parlance-version-"));
const source = join(folder, "packages/core/src");
const builders = join(folder, "packages/builders");
let complaint = "";
let complaintOfBuilders = "";
let core: Core;

/** Version 3 differs from version 2 in its number, and has no images any more. */
function addVersion(): void {
  cpSync(join(folder, "schemas/v2"), join(folder, "schemas/v3"), { recursive: true });
  const common = join(folder, "schemas/v3/common.schema.json");
  const schema = JSON.parse(readFileSync(common, "utf8")) as { $defs: { SchemaVersion: { minimum: number } } };
  schema.$defs.SchemaVersion.minimum = 3;
  writeFileSync(common, JSON.stringify(schema));
  rmSync(join(folder, "schemas/v3/message/image.schema.json"));
  const union = join(folder, "schemas/v3/message/message.schema.json");
  writeFileSync(union, readFileSync(union, "utf8").replace('{ "$ref": "image.schema.json" },', ""));
  const migration = { from: 2, to: 3, types: {}, examples: [] };
  writeFileSync(join(folder, "schemas/migrations/v2-to-v3.json"), JSON.stringify(migration));
}

beforeAll(async () => {
  cpSync(join(REPOSITORY, "schemas"), join(folder, "schemas"), { recursive: true });
  copyCore(source);
  copyBuilders(join(builders, "src"), "shared");
  addVersion();
  await generate({ schemasDir: join(folder, "schemas"), outDir: folder });
  complaint = typeCheck(folder, { noEmit: false, rootDir: "packages/core/src", outDir: "dist" }, ["packages/core/src"]);
  linkPackages(builders, join(folder, "dist"));
  complaintOfBuilders = typeCheck(builders, { rootDir: "src" }, ["src"]);
  core = (await import(pathToFileURL(join(folder, "dist/index.js")).href)) as Core;
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEAD = '"id":"0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11","created_at":"2026-11-21T10:00:00.000Z"';
const OLDEST = `{"type":"text","schema_version":1,${HEAD},"data":{"role":"user","content":"hi"}}`;
const DROPPED = `{"type":"image","schema_version":2,${HEAD},"data":{"source":{"type":"url","url":"a"}}}`;
const MIDDLE = `{"type":"text","schema_version":2,${HEAD},"data":{"role":"user","parts":[{"type":"text","text":"hi"}]}}`;

describe("a version added by one folder and one migration file", () => {
  it("compiles", () => {
    expect(complaint).toBe("");
  });

  it("has fluent builders that compile, and none for what it no longer has", () => {
    expect(complaintOfBuilders).toBe("");
    const names = readdirSync(join(builders, "src/generated/builders"));
    expect(names).toContain("text-message.gen.ts");
    expect(names).not.toContain("image-message.gen.ts");
  });

  it.each([
    ["the oldest version", OLDEST],
    ["the version before", MIDDLE],
  ])("is what messages of %s decode to", (_title, text) => {
    expect(core.decode(text)).toMatchObject({
      schema_version: 3,
      data: { role: "user", parts: [{ type: "text", text: "hi" }] },
    });
  });

  it("keeps a message of a type that it no longer has, exactly", () => {
    const message = core.decode(DROPPED, { logger: { warn: () => undefined } });
    expect(message).toMatchObject({ type: "unknown", reason: "unknown_type", original: JSON.parse(DROPPED) });
    expect(core.encode(message, { schemaVersion: 3 }).text).toBe(DROPPED);
    expect(core.migrateRecord(DROPPED)).toMatchObject({ ok: true, state: "unknown", text: DROPPED });
  });

  it("can be written in every older version, over any number of steps", () => {
    const message = core.decode(OLDEST);
    expect(core.encode(message, { schemaVersion: 2 }).text).toBe(MIDDLE);
    expect(core.encode(message, { schemaVersion: 1 }).text).toBe(OLDEST);
  });
});
