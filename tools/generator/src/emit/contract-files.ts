/** Emits `packages/contract`: the contract as plain files for programs in any language. */

import { createHash } from "node:crypto";
import { bundleOf, schemaId, toDraft07 } from "../bundle.js";
import { omit } from "../json.js";
import type { MigrationFile, PageFile } from "../load.js";
import type { Contract, Definition, JsonSchema } from "../model.js";
import type { GeneratedFile } from "./header.js";
import { rowOf } from "./table.js";

/** What the codec limits besides the schemas: the bytes of a record in UTF-8, and how many objects and arrays are inside each other. */
const LIMITS = { max_bytes: 67_108_864, max_depth: 256 };

/** Per version its schemas, its table and what is known of it; the migrations as they are, with what says how to read them. */
export function emitContractFiles(
  contracts: readonly Contract[],
  migrations: readonly MigrationFile[],
  pages: readonly PageFile[],
): readonly GeneratedFile[] {
  return [
    ...contracts.flatMap(versionFiles),
    ...migrations.map(({ path, json }) => ({ path, content: printJson(json) })),
    ...pages.map(({ path, text }) => ({ path: path.replace(/^(?!migrations\/)/, "migrations/"), content: text })),
  ];
}

function versionFiles(contract: Contract): readonly GeneratedFile[] {
  const schema = bundleOf(contract);
  const files = {
    "schema.json": schema,
    "schema.no-id.json": omit(schema, ["$id"]),
    "schema.draft-07.json": draft07Of(schema),
    "tables.json": tablesOf(contract),
  };
  const contents = Object.entries(files).map(([name, value]) => [name, printJson(value)] as const);
  const sha256 = Object.fromEntries(contents.map(([name, content]) => [name, hashOf(content)]));
  return [...contents, ["meta.json", printJson({ ...metaOf(contract), sha256 })] as const].map(([name, content]) => ({
    path: `v${contract.version}/${name}`,
    content,
  }));
}

function draft07Of(schema: JsonSchema): JsonSchema {
  return { ...toDraft07(schema), $schema: "http://json-schema.org/draft-07/schema#" };
}

/** The rows of all definitions, a reference to another row as `{ "kind": "ref", "name": "TextPart" }`. */
function tablesOf({ version, definitions }: Contract): object {
  return {
    version,
    message: messageOf(definitions),
    roots: rootsOf(definitions),
    definitions: Object.fromEntries(
      [...definitions].map(([name, { node }]) => [name, rowOf(node, (to) => ({ kind: "ref", name: to }))]),
    ),
  };
}

function metaOf(contract: Contract): object {
  const { version, current, definitions, message } = contract;
  return {
    version,
    current,
    id: schemaId(contract),
    message: messageOf(definitions),
    types: message.branches.map(({ tag }) => tag),
    roots: rootsOf(definitions),
    tags: Object.fromEntries([...definitions.values()].flatMap(tagsOf)),
    limits: LIMITS,
  };
}

/** The name of what any message is. */
function messageOf(definitions: ReadonlyMap<string, Definition>): string | undefined {
  return [...definitions.values()].find(({ root }) => root === "message")?.name;
}

/** The definitions that have a file of their own, by the names of these. */
function rootsOf(definitions: ReadonlyMap<string, Definition>): object {
  return Object.fromEntries(
    [...definitions.values()].flatMap(({ root, name }) => (root === undefined ? [] : [[root, name]])),
  );
}

/** Of a union: the member that tells its branches apart, and what that may say. */
function tagsOf({ name, node }: Definition): readonly (readonly [string, object])[] {
  if (node.kind !== "union") return [];
  const { tag, branches, open } = node;
  return [[name, { tag, values: branches.map((branch) => branch.tag), open: open !== undefined }]];
}

function printJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
