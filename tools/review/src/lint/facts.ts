/** Questions about a schema that need its references followed: its JSON types, its fields with those of its bases, its tag. */
import type { Json, JsonObject } from "./json.js";
import { arrayOf, has, isObject, objectOf, stringsOf } from "./json.js";
import type { SchemaSet, Target } from "./schema-set.js";
import { resolveReference } from "./schema-set.js";

export type JsonType = "object" | "array" | "string" | "number" | "boolean" | "null";

/** A schema together with the file that its references start from. */
export interface Located {
  readonly file: string;
  readonly schema: JsonObject;
}

export interface Fields {
  readonly properties: ReadonlyMap<string, Located>;
  readonly required: ReadonlySet<string>;
}

const NO_TYPES: ReadonlySet<JsonType> = new Set();

/** The JSON types a schema names, or undefined when it does not say. Integers are numbers. */
export function jsonTypes(
  set: SchemaSet,
  at: Located,
  seen: readonly JsonObject[] = [],
): ReadonlySet<JsonType> | undefined {
  const { schema } = at;
  if (seen.includes(schema)) return NO_TYPES;
  const deeper = [...seen, schema];
  if (has(schema, "type")) {
    const named = typeof schema.type === "string" ? [schema.type] : stringsOf(schema.type);
    return new Set(named.map((name) => (name === "integer" ? "number" : name) as JsonType));
  }
  if (has(schema, "const")) return new Set([typeOfValue(schema.const ?? null)]);
  if (has(schema, "enum")) return new Set(arrayOf(schema.enum).map(typeOfValue));
  const target = follow(set, at);
  if (target !== undefined) return jsonTypes(set, target, deeper);
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = arrayOf(schema[keyword]).filter(isObject);
    if (branches.length === 0) continue;
    const types = branches.map((branch) => jsonTypes(set, { file: at.file, schema: branch }, deeper));
    return types.includes(undefined) ? undefined : new Set(types.flatMap((each) => [...(each ?? [])]));
  }
  return undefined;
}

function typeOfValue(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as JsonType;
}

/** Where a schema's own `$ref` leads. */
export function follow(set: SchemaSet, at: Located): Target | undefined {
  const reference = at.schema.$ref;
  return typeof reference === "string" ? resolveReference(set, at.file, reference) : undefined;
}

/** Follows `$ref`s until a schema stands there itself. */
export function settle(set: SchemaSet, at: Located): Located {
  let current: Located = at;
  for (let steps = 0; steps < 64; steps += 1) {
    const next = follow(set, current);
    if (next === undefined) return current;
    current = next;
  }
  return current;
}

/** Properties and required names of an object schema, those of its `allOf` bases included; its own override the base's. */
export function fieldsOf(set: SchemaSet, at: Located, seen: readonly JsonObject[] = []): Fields {
  const here = settle(set, at);
  const properties = new Map<string, Located>();
  const required = new Set<string>();
  if (seen.includes(here.schema)) return { properties, required };
  for (const base of arrayOf(here.schema.allOf).filter(isObject)) {
    const inherited = fieldsOf(set, { file: here.file, schema: base }, [...seen, here.schema]);
    for (const [name, property] of inherited.properties) properties.set(name, property);
    for (const name of inherited.required) required.add(name);
  }
  for (const [name, schema] of Object.entries(objectOf(here.schema.properties))) {
    if (isObject(schema)) properties.set(name, { file: here.file, schema });
  }
  for (const name of stringsOf(here.schema.required)) required.add(name);
  return { properties, required };
}

/** What a branch of a union is told apart by. */
export type Tag =
  | { readonly kind: "const"; readonly name: string; readonly value: string }
  | { readonly kind: "open"; readonly name: string; readonly excluded?: readonly string[] };

/** The tags a definition could serve as a branch under: required constant strings, and one that excludes other tags. */
export function tagsOf(set: SchemaSet, at: Located): Tag[] {
  const { properties, required } = fieldsOf(set, at);
  const tags: Tag[] = [];
  for (const [name, property] of properties) {
    if (!required.has(name)) continue;
    const { schema } = property;
    const excluded = stringsOf(objectOf(schema.not).enum);
    if (typeof schema.const === "string") tags.push({ kind: "const", name, value: schema.const });
    else if (schema["x-open-tag"] === true && set.kind === "sources") tags.push({ kind: "open", name });
    else if (excluded.length > 0) tags.push({ kind: "open", name, excluded });
  }
  return tags;
}
