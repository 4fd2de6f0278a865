/** What a user gets by installing: the names that are API, and the entries. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import * as codec from "../src/codec.js";
import * as main from "../src/index.js";
import * as schemas from "../src/schemas.js";
import * as validators from "../src/validators.js";

const ROOT = join(import.meta.dirname, "../../..");
const NEWEST = join(ROOT, `schemas/v${main.CURRENT_VERSION}`);

const ERRORS = ["ParlanceError", "ParseError", "UnsupportedVersionError", "ValidationError"];

/** A change here is a change of the API: was it meant? */
const HAND_WRITTEN = [
  ...ERRORS,
  "CURRENT_VERSION",
  "MESSAGE_TYPES",
  "VERSIONS",
  "decode",
  "branches",
  "decodeHistory",
  "decodeMany",
  "decodeStream",
  "encode",
  "encodeHistory",
  "equals",
  "examineRecord",
  "inexactNumbers",
  "migrateRecord",
  "safeDecode",
  "semanticIssues",
];

describe("the names at run time", () => {
  it("@parlance/core has the hand-written names and a companion for each type of the schemas that has values to check", () => {
    expect(Object.keys(main).sort()).toEqual([...HAND_WRITTEN, ...namesInSchemas()].sort());
  });

  it("@parlance/core/codec has few names at run time", () => {
    expect(Object.keys(codec).sort()).toEqual([...ERRORS, "decode", "encode", "safeDecode"]);
  });

  it("@parlance/core/validators has one name at run time", () => {
    expect(Object.keys(validators)).toEqual(["ajvErrors"]);
  });

  it("@parlance/core/schemas has three names at run time", () => {
    expect(Object.keys(schemas).sort()).toEqual(["SCHEMA_NAMES", "contractSchemaOf", "schemaOf"]);
  });
});

describe("the package", () => {
  it("has these entries", () => {
    expect(Object.keys(manifest.exports)).toEqual([
      ".",
      "./codec",
      "./contract",
      "./internal",
      "./json",
      "./schemas",
      "./validators",
      "./package.json",
    ]);
  });

  it("depends on nothing and has no side effects", () => {
    expect(manifest).not.toHaveProperty("dependencies");
    expect(manifest).not.toHaveProperty("peerDependencies");
    expect(manifest.sideEffects).toBe(false);
  });
});

/** Titles and definitions of the newest version: objects, unions, enums, and every file that is more than a base. */
function namesInSchemas(): string[] {
  const files = readdirSync(NEWEST, { recursive: true, encoding: "utf8" });
  const isSchema = (file: string): boolean => file.endsWith(".schema.json") && !file.endsWith("envelope.schema.json");
  return files.filter(isSchema).flatMap((file) => {
    const { title, $defs = {} } = JSON.parse(readFileSync(join(NEWEST, file), "utf8"));
    const inner = Object.entries($defs as Record<string, object>).filter(([, schema]) => hasValuesToCheck(schema));
    return [...(title === undefined ? [] : [String(title)]), ...inner.map(([name]) => name)];
  });
}

function hasValuesToCheck(schema: object): boolean {
  return "properties" in schema || "oneOf" in schema || "enum" in schema;
}
