/** The next version is a copy of the newest one that differs in its number alone; the newest one is locked and stays as it was. */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lintSchemas, ReleaseError } from "@parlance/review";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withNextNumbers } from "../src/next-numbers.js";
import { type StartedVersion, startVersion } from "../src/start-version.js";

const SCHEMAS = join(import.meta.dirname, "../../../schemas");
const root = mkdtempSync(join(tmpdir(), "parlance-scaffold-"));
afterAll(() => rmSync(root, { recursive: true }));

describe("a new version of the contract", () => {
  const schemas = join(root, "contract");
  let started: StartedVersion;

  /** The real schemas up to version 2, of which version 1 is locked. */
  beforeAll(() => {
    for (const name of ["dialect.schema.json", "migration.schema.json", "v1", "v2", "migrations/v1-to-v2.json"])
      cpSync(join(SCHEMAS, name), join(schemas, name), { recursive: true });
    const lock = JSON.parse(readFileSync(join(SCHEMAS, "released.json"), "utf8"));
    writeFileSync(join(schemas, "released.json"), JSON.stringify({ ...lock, versions: { 1: lock.versions[1] } }));
    started = startVersion(schemas);
  });

  function textOf(file: string): string {
    return readFileSync(join(schemas, file), "utf8");
  }

  it("is a copy of the newest one under the next number, and keeps every rule of the lint", () => {
    expect(started).toEqual({ version: 3, isNewlyLocked: true });
    expect(lintSchemas(schemas)).toEqual([]);
    expect(JSON.parse(textOf("v3/examples/text/minimal.json")).schema_version).toBe(3);
    expect(JSON.parse(textOf("v3/common.schema.json")).$defs.SchemaVersion.minimum).toBe(3);
  });

  it("has a migration that changes nothing yet", () => {
    const migration = { $schema: "../migration.schema.json", from: 2, to: 3, types: {} };
    expect(JSON.parse(textOf("migrations/v2-to-v3.json"))).toEqual(migration);
  });

  it("has a changelog of its own, for those who write down what is different", () => {
    expect(textOf("v3/CHANGELOG.md")).toMatch(/^# Version 3\n\nEverything written in version 2 is read as version 3/);
  });

  it("leaves the one before as it was, and locks it", () => {
    const file = "v2/common.schema.json";
    expect(textOf(file)).toBe(readFileSync(join(SCHEMAS, file), "utf8"));
    const hash = createHash("sha256").update(textOf(file)).digest("hex");
    expect(JSON.parse(textOf("released.json")).versions["2"].files[file]).toBe(hash);
  });
});

describe("a new version", () => {
  it("can follow one that was started before", () => {
    const schemas = mkdtempSync(join(root, "small-"));
    mkdirSync(join(schemas, "v1"));
    writeFileSync(join(schemas, "v1/note.json"), '{ "schema_version": 1 }');
    expect(startVersion(schemas)).toEqual({ version: 2, isNewlyLocked: true });
    expect(startVersion(schemas)).toEqual({ version: 3, isNewlyLocked: true });
    expect(readFileSync(join(schemas, "v3/note.json"), "utf8")).toBe('{ "schema_version": 3 }');
  });

  it("is refused in a folder without any version", () => {
    expect(() => startVersion(mkdtempSync(join(root, "empty-")))).toThrow(ReleaseError);
  });
});

describe("the numbers of a file", () => {
  it.each([
    ['{ "schema_version": 2 }', '{ "schema_version": 3 }'],
    ['{"schema_version":7}', '{"schema_version":8}'],
    ['{ "schema_version": 1 }', '{ "schema_version": 1 }'],
    ['{ "start_line": 2, "minimum": 2 }', '{ "start_line": 2, "minimum": 2 }'],
    ['"SchemaVersion": { "type": "integer", "minimum": 2 }', '"SchemaVersion": { "type": "integer", "minimum": 3 }'],
    ["Version 2 has it, version 1 has not.", "Version 3 has it, version 1 has not."],
  ])("the numbers of %j become those of %j", (text, expected) => {
    expect(withNextNumbers(text, 2)).toBe(expected);
  });
});
