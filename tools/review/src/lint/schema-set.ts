/** A folder of schema sources, or one bundle, as the rules see it: documents, places and references. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { Json, JsonObject } from "./json.js";
import { isObject, member } from "./json.js";
import type { Place } from "./places.js";
import { placesOf } from "./places.js";
import type { ReadProblem } from "./strict-json.js";
import { readStrictJson } from "./strict-json.js";

export interface SchemaDocument {
  /** Relative to the schemas folder, with `/`: `v2/message/text.schema.json`. */
  readonly file: string;
  readonly schema: JsonObject;
}

/** An example as it lies in `vN/examples/<root>/`. */
interface ExampleFile {
  readonly file: string;
  readonly version: string;
  readonly root: string;
  readonly name: string;
  readonly invalid: boolean;
  readonly value: Json;
}

export interface Target {
  readonly file: string;
  /** Without a leading `#`. */
  readonly pointer: string;
  readonly schema: JsonObject;
}

export interface SchemaSet {
  readonly kind: "sources" | "bundle";
  /** The folder, for rules that compare bytes; absent for a bundle. */
  readonly dir?: string;
  readonly documents: readonly SchemaDocument[];
  readonly examples: readonly ExampleFile[];
  readonly places: readonly Place[];
  /** What the strict reader refused, per file. */
  readonly problems: readonly (ReadProblem & { readonly file: string })[];
  readonly dialect?: JsonObject;
  readonly migrations: readonly SchemaDocument[];
  /** What every migration satisfies. */
  readonly migrationSchema?: JsonObject;
}

const DIALECT = "dialect.schema.json";
const MIGRATION_SCHEMA = "migration.schema.json";
const VERSION_FOLDER = /^v[1-9][0-9]*$/;

/** Reads `schemas/`: the source files, examples and migrations of every version. */
export function readSchemaSet(dir: string): SchemaSet {
  const documents: SchemaDocument[] = [];
  const examples: ExampleFile[] = [];
  const problems: (ReadProblem & { file: string })[] = [];
  const migrations: SchemaDocument[] = [];
  const metaSchemas = new Map<string, JsonObject>();
  for (const file of jsonFiles(dir)) {
    const result = readStrictJson(readFileSync(join(dir, file)));
    problems.push(...result.problems.map((problem) => ({ ...problem, file })));
    if (result.value === undefined) continue;
    const example = exampleAt(file, result.value);
    if (example !== undefined) examples.push(example);
    if (example !== undefined || !isObject(result.value)) continue;
    if (isSource(file)) documents.push({ file, schema: result.value });
    else if (file.startsWith("migrations/")) migrations.push({ file, schema: result.value });
    else metaSchemas.set(file, result.value);
  }
  const places = documents.flatMap(({ file, schema }) => placesOf(file, schema));
  const [dialect, migrationSchema] = [metaSchemas.get(DIALECT), metaSchemas.get(MIGRATION_SCHEMA)];
  return {
    kind: "sources",
    dir,
    documents,
    examples,
    places,
    problems,
    migrations,
    ...(dialect === undefined ? {} : { dialect }),
    ...(migrationSchema === undefined ? {} : { migrationSchema }),
  };
}

/** A published bundle as a set of one document. */
export function bundleSet(bundle: JsonObject, file = "bundle"): SchemaSet {
  const documents = [{ file, schema: bundle }];
  return { kind: "bundle", documents, examples: [], places: placesOf(file, bundle), problems: [], migrations: [] };
}

/** Every file below a folder, relative, with `/`, sorted. */
export function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dir, "/").length).replaceAll("\\", "/"))
    .sort();
}

/** The schema that a reference names, or undefined when it names nothing. */
export function resolveReference(set: SchemaSet, from: string, reference: string): Target | undefined {
  const [path = "", fragment = ""] = reference.split("#", 2);
  const file = path === "" ? from : posix.join(dirname(from), path);
  const document = set.documents.find((candidate) => candidate.file === file);
  if (document === undefined) return undefined;
  if (fragment === "") return { file, pointer: "", schema: document.schema };
  const name = /^\/\$defs\/([^/]+)$/.exec(fragment)?.[1];
  const definition = name === undefined ? undefined : member(definitionsOf(document.schema), name);
  return isObject(definition) ? { file, pointer: fragment, schema: definition } : undefined;
}

/** The version folder of a file: `v2`; undefined outside of one. */
export function versionOf(file: string): string | undefined {
  const folder = file.split("/")[0] ?? "";
  return VERSION_FOLDER.test(folder) ? folder : undefined;
}

function definitionsOf(schema: JsonObject): JsonObject {
  return isObject(schema.$defs) ? schema.$defs : {};
}

function jsonFiles(dir: string): string[] {
  return filesBelow(dir).filter((file) => file.endsWith(".json"));
}

function isSource(file: string): boolean {
  return versionOf(file) !== undefined && file.endsWith(".schema.json");
}

function exampleAt(file: string, value: Json): ExampleFile | undefined {
  const match = /^(v[1-9][0-9]*)\/examples\/([^/]+)\/(invalid\/)?([^/]+)\.json$/.exec(file);
  if (match === null) return undefined;
  const [, version = "", root = "", invalid, name = ""] = match;
  return { file, version, root, name, invalid: invalid !== undefined, value };
}

/** The name of a file's root type, after which its examples are filed; undefined for shared definitions and bases. */
export function rootName({ file, schema }: SchemaDocument): string | undefined {
  const stem = posix.basename(file, ".schema.json");
  return typeof schema.title !== "string" || stem === "envelope" ? undefined : stem.replaceAll("-", "_");
}
