/** MIG01 and MIG02: a migration file has the shape that its meta-schema describes, and names every stored type that needs it. */

import { dirname, resolve } from "node:path/posix";
import { migrationProblem, refusalsAt } from "../compiled.js";
import { fieldsOf } from "../facts.js";
import type { Found, Rule } from "../finding.js";
import { has, isObject, type Json, type JsonObject, objectOf } from "../json.js";
import type { SchemaDocument, SchemaSet } from "../schema-set.js";
import { rootName, versionOf } from "../schema-set.js";

const mig01: Rule = {
  id: "MIG01",
  sentence: "Every migration file satisfies `migration.schema.json` and names it under `$schema` by a relative path.",
  mend: "Spell the operation as `migrations/README.md` shows it.",
  bundles: false,
  *check(set) {
    for (const { file, schema } of set.migrations) {
      const named = schema.$schema;
      const found = typeof named === "string" ? resolve("/", dirname(file), named) : undefined;
      if (found !== "/migration.schema.json") {
        yield { file, pointer: "/$schema", message: "`$schema` does not lead to `migration.schema.json`." };
      }
      const problem = migrationProblem(set, schema);
      if (problem !== undefined) yield { file, pointer: problem.pointer, message: problem.message };
    }
  },
};

const mig02: Rule = {
  id: "MIG02",
  sentence:
    "A migration names every message type and persisted root of which the newer version refuses an example of the older one, its number apart.",
  mend: "List the type under `types` with the operations that lead from one version to the other.",
  bundles: false,
  *check(set) {
    for (const { file, schema } of set.migrations) {
      if (typeof schema.from !== "number" || typeof schema.to !== "number") continue;
      const versions = { older: `v${schema.from}`, newer: `v${schema.to}`, from: schema.from, to: schema.to };
      for (const newer of storedTypes(set, versions.newer)) {
        const type = rootName(newer) ?? "";
        if (has(objectOf(schema.types), type) || isForAll(schema, newer)) continue;
        yield* unnamed(set, file, type, newer, versions);
      }
    }
  },
};

/** Whether the operations that are for every message are for this type, too. */
function isForAll({ all }: JsonObject, { file }: SchemaDocument): boolean {
  return Array.isArray(all) && all.length > 0 && file.split("/")[1] === "message";
}

export const migrationRules: readonly Rule[] = [mig01, mig02];

interface Versions {
  readonly older: string;
  readonly newer: string;
  readonly from: number;
  readonly to: number;
}

/** The types of a version whose values say their version: messages and persisted roots. */
function storedTypes(set: SchemaSet, version: string): SchemaDocument[] {
  return set.documents.filter((document) => {
    const isRoot = versionOf(document.file) === version && rootName(document) !== undefined;
    return isRoot && fieldsOf(set, document).properties.has("schema_version");
  });
}

/** The first example of the older version that the newer one refuses. */
function* unnamed(
  set: SchemaSet,
  file: string,
  type: string,
  newer: SchemaDocument,
  { older, newer: to, ...numbers }: Versions,
): Iterable<Found> {
  const examples = set.examples.filter(({ root, version, invalid }) => root === type && version === older && !invalid);
  for (const example of examples) {
    if (!isObject(example.value)) continue;
    const value: JsonObject = { ...renumbered(example.value, numbers), schema_version: numbers.to };
    const [refusal] = refusalsAt(set, newer.file, "", value) ?? [];
    if (refusal === undefined) continue;
    const place = refusal.pointer === "" ? "" : ` at ${refusal.pointer}`;
    const message = `\`${type}\` is not listed, and ${to} refuses ${example.file}${place}.`;
    yield { file, pointer: "/types", message };
    return;
  }
}

/** A copy in which the roots inside say the newer version, too. */
function renumbered<Value extends Json>(
  value: Value,
  { from, to }: { readonly from: number; readonly to: number },
): Value;
function renumbered(value: Json, numbers: { readonly from: number; readonly to: number }): Json {
  if (Array.isArray(value)) return value.map((item) => renumbered(item, numbers));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, Json] => {
    const isNumber = key === "schema_version" && member === numbers.from;
    return [key, isNumber ? numbers.to : renumbered(member, numbers)];
  });
  return Object.fromEntries(members);
}
