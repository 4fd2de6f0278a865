/** Phases 1 to 4 in their order: from a folder of schema files to the contracts that the emitters read. */

import { typeFactsOf } from "./facts.js";
import { isArray } from "./json.js";
import { loadSources, type SchemaFile } from "./load.js";
import type { Contract, Definition, UnionNode } from "./model.js";
import { nodeOfDefinition } from "./nodes.js";
import { closureOf } from "./references.js";
import type { NamedSchema, NamedSchemas } from "./resolve/named-schema.js";
import { resolveVersion } from "./resolve.js";
import { SchemaError } from "./schema-error.js";
import { openTagsOf } from "./unions.js";

/**
 * Reads a schemas folder.
 * @returns One contract per version, ascending; the last one is current.
 * @throws SchemaError naming the file and the place of what is wrong.
 */
export function buildContracts(schemasDir: string): Contract[] {
  return modelContracts(loadSources(schemasDir).schemas);
}

/** The contracts of schema files that were read already; see {@link buildContracts}. */
export function modelContracts(files: readonly SchemaFile[]): Contract[] {
  const versions = [...new Set(files.map((file) => file.version))].sort((a, b) => a - b);
  if (versions.length === 0)
    throw new SchemaError(".", "", "there is no version: a version is a folder named v1, v2, ...");
  return versions.map((version) => {
    const own = files.filter((file) => file.version === version);
    return modelVersion(version, version === versions.at(-1), resolveVersion(own));
  });
}

function modelVersion(version: number, current: boolean, named: NamedSchemas): Contract {
  const openTags = openTagsOf(named);
  const definitions = new Map<string, Definition>();
  for (const name of readingOrder(named)) {
    const one = named.get(name);
    if (one !== undefined) definitions.set(name, definitionOf(one, named, openTags));
  }
  const message = messageUnion(version, definitions);
  return { version, current, definitions, message, facts: typeFactsOf(definitions, message) };
}

/** The message union and what it leads to, then the other roots and what they lead to, by path. */
function readingOrder(named: NamedSchemas): string[] {
  const roots = [...named.values()].filter((one) => one.root !== undefined);
  const first = roots.filter((one) => one.root === "message");
  return closureOf(
    [...first, ...roots, ...named.values()].map((one) => one.name),
    named,
  );
}

function definitionOf(
  one: NamedSchema,
  named: NamedSchemas,
  openTags: ReadonlyMap<string, readonly string[]>,
): Definition {
  const { name, file, pointer, root, schema } = one;
  const tags = openTags.get(name);
  return {
    name,
    file,
    pointer,
    ...(root === undefined ? {} : { root }),
    description: typeof schema.description === "string" ? schema.description : "",
    deprecated: schema.deprecated === true,
    examples: isArray(schema.examples) ? schema.examples : [],
    schema,
    node: nodeOfDefinition(one, named, tags ?? []),
    ...(tags === undefined ? {} : { unknown: true }),
  };
}

function messageUnion(version: number, definitions: ReadonlyMap<string, Definition>): UnionNode {
  const message = [...definitions.values()].find((definition) => definition.root === "message");
  if (message === undefined) {
    throw new SchemaError(
      `v${version}/message/message.schema.json`,
      "",
      "a version needs this file: the union of its messages",
    );
  }
  if (message.node.kind !== "union") {
    throw new SchemaError(message.file, message.pointer, "the messages must be a oneOf of message types");
  }
  return message.node;
}
