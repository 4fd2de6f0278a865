/** Phase 1, load: reads the schema and migration files of a schemas folder. */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "./json.js";
import type { Json, JsonSchema } from "./model.js";
import { SchemaError } from "./schema-error.js";

/** One schema file as it was read. */
export interface SchemaFile {
  /** Relative to the schemas folder, with forward slashes. */
  readonly path: string;
  readonly version: number;
  readonly schema: JsonSchema;
}

/** One migration file as it was read. */
export interface MigrationFile {
  /** Relative to the schemas folder, with forward slashes. */
  readonly path: string;
  readonly json: Json;
}

/** A file that goes to other languages as it is. */
export interface PageFile {
  /** Relative to the schemas folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Everything the generator reads. */
export interface Sources {
  readonly schemas: readonly SchemaFile[];
  readonly migrations: readonly MigrationFile[];
  /** What says how migrations are read, as far as it is there. */
  readonly pages: readonly PageFile[];
}

/**
 * Reads all `vN/**\/*.schema.json` (examples left out) and all `migrations/*.json`, in the order of their paths.
 * @throws SchemaError when the folder is missing or a file is not a JSON object.
 */
export function loadSources(schemasDir: string): Sources {
  if (!existsSync(schemasDir) || !statSync(schemasDir).isDirectory()) {
    throw new SchemaError(schemasDir, "", "there is no such folder of schemas");
  }
  return {
    schemas: versionFolders(schemasDir).flatMap((version) => loadVersion(schemasDir, version)),
    migrations: loadMigrations(schemasDir),
    pages: PAGES.filter((path) => existsSync(join(schemasDir, path))).map((path) => ({
      path,
      text: readFileSync(join(schemasDir, path), "utf8"),
    })),
  };
}

const PAGES = ["migration.schema.json", "migrations/README.md"];

/** The version numbers that have a folder, ascending. */
function versionFolders(schemasDir: string): number[] {
  return readdirSync(schemasDir)
    .flatMap((name) => /^v([1-9][0-9]*)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

function loadVersion(schemasDir: string, version: number): SchemaFile[] {
  const paths = listFiles(schemasDir, `v${version}`).filter((path) => path.endsWith(".schema.json"));
  return paths.map((path) => ({ path, version, schema: readObject(schemasDir, path) }));
}

function loadMigrations(schemasDir: string): MigrationFile[] {
  if (!existsSync(join(schemasDir, "migrations"))) return [];
  const paths = listFiles(schemasDir, "migrations").filter((path) => path.endsWith(".json"));
  return paths.map((path) => ({ path, json: readObject(schemasDir, path) }));
}

/** All files below a folder, sorted by their path; folders named `examples` hold instances, not schemas. */
function listFiles(schemasDir: string, folder: string): string[] {
  const entries = readdirSync(join(schemasDir, folder), { withFileTypes: true });
  const paths = entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === "examples" ? [] : listFiles(schemasDir, path);
  });
  return paths.sort();
}

function readObject(schemasDir: string, path: string): JsonSchema {
  const json = parse(path, readFileSync(join(schemasDir, path), "utf8"));
  if (!isObject(json)) throw new SchemaError(path, "", "a file must hold one JSON object");
  return json;
}

function parse(path: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new SchemaError(path, "", `not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
