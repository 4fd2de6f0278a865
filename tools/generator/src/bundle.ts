/** Phase 4, bundle: the definitions of a version as JSON Schema that stands alone, for publishing and for ajv. */

import { toDraft07 } from "./bundle/draft-07.js";
import { tellUnionsApart } from "./bundle/error-form.js";
import { publishSchema } from "./bundle/publish.js";
import { assertionsOnly } from "./keywords.js";
import type { Contract, JsonSchema } from "./model.js";
import { closureOf, referencesOf } from "./references.js";

export { toDraft07 };

/** The address of the project. */
export const HOMEPAGE = "https://parlance.dev";

/** What every `$id` of a bundle starts with. */
export const SCHEMA_ID_BASE: string = `${HOMEPAGE}/schemas/`;

/** Definitions by name; references have the form `#/$defs/Name`. */
export type SchemaRecord = { readonly [name: string]: JsonSchema };

/** Every definition as it is published: null admitted wherever a property is optional, open tags spelled out, no extension keywords and no `format`. */
export function publishedSchemas(contract: Contract): SchemaRecord {
  const schemas = [...contract.definitions].map(([name, { schema, node }]) => {
    return [name, publishSchema(schema, node, contract.definitions)] as const;
  });
  return Object.fromEntries(schemas);
}

/**
 * Every definition as ajv compiles it: the same verdict as the published form, without annotations, and with unions
 * spelled as `if`/`then` by tag or type, so that errors name the leaf and not each branch that was never meant.
 */
export function validatorSchemas(contract: Contract): SchemaRecord {
  const schemas = Object.entries(publishedSchemas(contract)).map(([name, schema]) => {
    return [name, assertionsOnly(tellUnionsApart(schema, contract.definitions))] as const;
  });
  return Object.fromEntries(schemas);
}

/**
 * One self-contained schema (2020-12): the named definition with all that it refers to under `$defs`.
 * @param name A definition (`TextMessage`); the whole version with `Message` at its root when absent.
 * @throws RangeError when the contract has no such definition.
 */
export function bundleOf(contract: Contract, name?: string): JsonSchema {
  const published = publishedSchemas(contract);
  const rootName = name ?? messageName(contract);
  const root = published[rootName];
  if (root === undefined) throw new RangeError(`version ${contract.version} defines no ${rootName}`);
  const definitions = new Map(Object.entries(published).map(([key, schema]) => [key, { schema }]));
  const used = name === undefined ? Object.keys(published) : closureOf(referencesOf(root), definitions);
  const $defs = Object.fromEntries(used.map((key) => [key, published[key] ?? {}]));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: schemaId(contract, name),
    ...root,
    ...(used.length > 0 ? { $defs } : {}),
  };
}

/** The address of a bundle: it ends in its version, and what it leads to never changes once released. */
export function schemaId(contract: Contract, name?: string): string {
  const definition = name === undefined ? undefined : contract.definitions.get(name);
  const folder = name === undefined ? "" : `${definition?.root ?? name}/`;
  return `${SCHEMA_ID_BASE}${folder}v${contract.version}`;
}

function messageName(contract: Contract): string {
  return [...contract.definitions.values()].find((definition) => definition.root === "message")?.name ?? "Message";
}
