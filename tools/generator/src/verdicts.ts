/** What can be said about a schema without an instance: the JSON types it admits, and whether it accepts null. */

import { isArray, isObject } from "./json.js";
import type { Json, JsonSchema } from "./model.js";
import { follow, refName, type SchemaSet } from "./references.js";

export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

const ALL_TYPES: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

/** The JSON type of a value. */
export function typeOf(value: Json): JsonType {
  if (value === null) return "null";
  if (isArray(value)) return "array";
  return typeof value as JsonType;
}

/** The JSON types that a schema's `type`, `const`, `enum` and branches leave possible; integers count as numbers. */
export function typesOf(
  schema: JsonSchema,
  definitions: SchemaSet,
  path: readonly string[] = [],
): ReadonlySet<JsonType> {
  const name = refName(schema);
  if (name !== undefined) {
    if (path.includes(name)) return new Set();
    return typesOf(follow(schema, definitions), definitions, [...path, name]);
  }
  const branches = schema.oneOf ?? schema.anyOf;
  const sets: ReadonlySet<JsonType>[] = [];
  if (schema.type !== undefined) sets.push(declaredTypes(schema.type));
  if (schema.const !== undefined) sets.push(new Set([typeOf(schema.const)]));
  if (isArray(schema.enum)) sets.push(new Set(schema.enum.map(typeOf)));
  if (isArray(branches)) sets.push(new Set(branches.flatMap((one) => [...typesOfMember(one, definitions, path)])));
  if (isArray(schema.allOf)) sets.push(...schema.allOf.map((one) => typesOfMember(one, definitions, path)));
  return new Set(ALL_TYPES.filter((type) => sets.every((set) => set.has(type))));
}

function typesOfMember(member: Json, definitions: SchemaSet, path: readonly string[]): ReadonlySet<JsonType> {
  if (isObject(member)) return typesOf(member, definitions, path);
  return new Set(member === false ? [] : ALL_TYPES);
}

function declaredTypes(type: Json): ReadonlySet<JsonType> {
  const names = isArray(type) ? type : [type];
  return new Set(names.map((name) => (name === "integer" ? "number" : name) as JsonType));
}

/** Whether no JSON type is possible in two of the branches. */
export function areDisjoint(branches: readonly Json[], definitions: SchemaSet): boolean {
  const seen = new Set<JsonType>();
  for (const branch of branches) {
    for (const type of typesOfMember(branch, definitions, [])) {
      if (seen.has(type)) return false;
      seen.add(type);
    }
  }
  return true;
}

/** Whether the schema accepts null; exact, since of all keywords only these can refuse it. */
export function acceptsNull(schema: Json | undefined, definitions: SchemaSet): boolean {
  if (schema === undefined || schema === true) return true;
  if (!isObject(schema)) return false;
  const target = follow(schema, definitions);
  const accepts = (sub: Json | undefined): boolean => acceptsNull(sub, definitions);
  const { type, enum: values, allOf, anyOf, oneOf, not } = target;
  if (type !== undefined && type !== "null" && !(isArray(type) && type.includes("null"))) return false;
  if (target.const !== undefined && target.const !== null) return false;
  if (isArray(values) && !values.includes(null)) return false;
  if (isArray(allOf) && !allOf.every(accepts)) return false;
  if (isArray(anyOf) && !anyOf.some(accepts)) return false;
  if (isArray(oneOf) && oneOf.filter(accepts).length !== 1) return false;
  if (not !== undefined && accepts(not)) return false;
  return target.if === undefined || accepts(accepts(target.if) ? target.then : target.else);
}
