/** Phase 2, resolve: turns files that refer to each other into one set of named definitions per version. */

import { posix } from "node:path";
import { isObject, omit, pointerStep } from "./json.js";
import { ASSERTIONS, FILE_KEYWORDS, mapSubschemas } from "./keywords.js";
import type { SchemaFile } from "./load.js";
import type { JsonSchema } from "./model.js";
import { spellOutConditions } from "./resolve/conditions.js";
import { refuseCycles } from "./resolve/cycles.js";
import { flattenBases } from "./resolve/flatten.js";
import { keywordFault } from "./resolve/keyword-values.js";
import type { NamedSchema, NamedSchemas } from "./resolve/named-schema.js";
import { SchemaError } from "./schema-error.js";

/**
 * The definitions of one version, by name: references resolved, bases flattened, conditions spelled out.
 * A definition that only serves as a base is left out.
 * @throws SchemaError for a name used twice, a reference to nothing or in a circle, or a keyword outside the profile.
 */
export function resolveVersion(files: readonly SchemaFile[]): NamedSchemas {
  const named = files.flatMap(namedSchemasOf);
  const places = new Map<string, string>();
  const definitions = new Map<string, NamedSchema>();
  for (const one of named) {
    checkName(one);
    const twin = definitions.get(one.name);
    if (twin) {
      throw new SchemaError(one.file, one.pointer, `the name ${one.name} is taken by ${twin.file}#${twin.pointer}`);
    }
    definitions.set(one.name, one);
    places.set(placeOf(one.file, one.pointer), one.name);
  }
  for (const one of named) {
    definitions.set(one.name, { ...one, schema: resolveReferences(one, one.schema, one.pointer, places) });
  }
  refuseCycles(definitions);
  return spellOutConditions(flattenBases(definitions));
}

/** Names become names of types and functions. */
function checkName({ name, file, pointer }: NamedSchema): void {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) {
    throw new SchemaError(
      file,
      pointer,
      `the name ${JSON.stringify(name)} must be letters and digits, beginning with a capital letter`,
    );
  }
}

/** A file's root, when it asserts anything, and its `$defs`. */
function namedSchemasOf({ path, schema }: SchemaFile): NamedSchema[] {
  const { $defs = {} } = schema;
  if (!isObject($defs)) throw new SchemaError(path, "/$defs", "$defs must be an object of schemas");
  const inner = Object.entries($defs).map(([name, definition]) => {
    const pointer = `/$defs${pointerStep(name)}`;
    if (!isObject(definition)) throw new SchemaError(path, pointer, "a definition must be a JSON object");
    return { name, file: path, pointer, schema: definition };
  });
  if (!Object.keys(schema).some((keyword) => ASSERTIONS.includes(keyword))) return inner;
  if (typeof schema.title !== "string") {
    throw new SchemaError(path, "", "the root needs a title: it is the name of its type");
  }
  const root = posix.basename(path, ".schema.json").replaceAll("-", "_");
  return [{ name: schema.title, file: path, pointer: "", root, schema: omit(schema, FILE_KEYWORDS) }, ...inner];
}

function resolveReferences(
  owner: NamedSchema,
  schema: JsonSchema,
  pointer: string,
  places: ReadonlyMap<string, string>,
): JsonSchema {
  const fault = keywordFault(schema);
  if (fault !== undefined) {
    throw new SchemaError(
      owner.file,
      fault.keyword === "" ? pointer : pointer + pointerStep(fault.keyword),
      fault.reason,
    );
  }
  const resolved = mapSubschemas(schema, (sub, step) => resolveReferences(owner, sub, pointer + step, places));
  if (resolved.$ref === undefined) return resolved;
  return resolveReference(owner, resolved, pointer, places);
}

function resolveReference(
  owner: NamedSchema,
  resolved: JsonSchema,
  pointer: string,
  places: ReadonlyMap<string, string>,
): JsonSchema {
  const beside = Object.keys(resolved).find((keyword) => keyword !== "$ref" && ASSERTIONS.includes(keyword));
  if (beside !== undefined) {
    throw new SchemaError(owner.file, pointer, `${beside} stands beside $ref, where older validators ignore it`);
  }
  return { ...resolved, $ref: `#/$defs/${targetOf(owner, resolved.$ref, pointer, places)}` };
}

function targetOf(
  owner: NamedSchema,
  reference: unknown,
  pointer: string,
  places: ReadonlyMap<string, string>,
): string {
  if (typeof reference !== "string") throw new SchemaError(owner.file, pointer, "$ref must be a string");
  const [path = "", fragment = ""] = reference.split("#", 2);
  const file = path === "" ? owner.file : posix.join(posix.dirname(owner.file), path);
  const name = places.get(placeOf(file, fragment));
  if (name === undefined) {
    throw new SchemaError(owner.file, pointer, `$ref ${reference} leads to no definition of the same version`);
  }
  return name;
}

function placeOf(file: string, pointer: string): string {
  return `${file}#${pointer}`;
}
