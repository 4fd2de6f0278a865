/** The next version is a copy of the newest one that differs in its number alone; the newest one is locked and stays as it was. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lintSchemas, ReleaseError } from "@parlance/review";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { withNextNumbers } from "../src/next-numbers.js";
import { startVersion } from "../src/start-version.js";

const SCHEMAS = join(import.meta.dirname, "../../../schemas");
const root = mkdtempSync(join(tmpdir(), "parlance-scaffold-"));
afterAll(() => rmSync(root, { recursive: true }));

describe("a new version", () => {
  let schemas = "";

  /** The real schemas up to version 2, of which version 1 is locked. */
  beforeEach(() => {
    schemas = mkdtempSync(join(root, "case-"));
    cpSync(SCHEMAS, schemas, { recursive: true });
    for (const name of readdirSync(schemas)) {
      if (/^v[0-9]+$/.test(name) && name !== "v1" && name !== "v2") rmSync(join(schemas, name), { recursive: true });
    }
    for (const name of readdirSync(join(schemas, "migrations")))
      if (name.endsWith(".json") && name !== "v1-to-v2.json") rmSync(join(schemas, "migrations", name));
    const lock = JSON.parse(textOf("released.json"));
    writeFileSync(join(schemas, "released.json"), JSON.stringify({ ...lock, versions: { 1: lock.versions[1] } }));
  });

  function textOf(file: string): string {
    return readFileSync(join(schemas, file), "utf8");
  }

  it("is a copy of the newest one under the next number, and keeps every rule of the lint", () => {
    expect(startVersion(schemas)).toEqual({ version: 3, isNewlyLocked: true });
    expect(lintSchemas(schemas)).toEqual([]);
    expect(JSON.parse(textOf("v3/examples/text/minimal.json")).schema_version).toBe(3);
    expect(JSON.parse(textOf("v3/common.schema.json")).$defs.SchemaVersion.minimum).toBe(3);
  });

  it("has a migration that changes nothing yet", () => {
    startVersion(schemas);
    expect(JSON.parse(textOf("migrations/v2-to-v3.json"))).toEqual({
      $schema: "../migration.schema.json",
      from: 2,
      to: 3,
      types: {},
    });
  });

  it("has a changelog of its own, for those who write down what is different", () => {
    startVersion(schemas);
    expect(textOf("v3/CHANGELOG.md")).toMatch(/^# Version 3\n\nEverything written in version 2 is read as version 3/);
  });

  it("leaves the one before as it was, and locks it", () => {
    const before = textOf("v2/common.schema.json");
    startVersion(schemas);
    expect(textOf("v2/common.schema.json")).toBe(before);
    writeFileSync(join(schemas, "v2/common.schema.json"), `${before} `);
    expect(lintSchemas(schemas).map(({ rule, file }) => [rule, file])).toEqual([["LOCK01", "v2/common.schema.json"]]);
  });

  it("can follow one that was locked before", () => {
    startVersion(schemas);
    expect(startVersion(schemas)).toEqual({ version: 4, isNewlyLocked: true });
    expect(JSON.parse(textOf("v4/examples/text/minimal.json")).schema_version).toBe(4);
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
  ])("of %j are those of %j", (text, expected) => {
    expect(withNextNumbers(text, 2)).toBe(expected);
  });
});
