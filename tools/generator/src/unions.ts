/** Unions: finding the tag of a `oneOf` and the branch that takes every other tag. */

import { isArray, isObject, stringsOf } from "./json.js";
import { walkSchema } from "./keywords.js";
import type { Json, JsonSchema, UnionNode } from "./model.js";
import { refName, type SchemaSet } from "./references.js";

/** The union that a `oneOf` spells, or the reason why it spells none. */
export function unionOf(branches: readonly Json[], definitions: SchemaSet): UnionNode | string {
  const names: string[] = [];
  for (const branch of branches) {
    const name = isObject(branch) ? refName(branch) : undefined;
    if (name === undefined) return "every branch of a oneOf must be a $ref to a named definition";
    names.push(name);
  }
  const open = names.find((name) => openTagOf(schemaOf(name, definitions)) !== undefined);
  const known = names.filter((name) => name !== open);
  const tag = known.length > 0 ? commonTag(known, definitions) : openTagOf(schemaOf(open ?? "", definitions));
  if (tag === undefined) {
    return `the branches ${names.join(", ")} have no common property that is required and a different constant string in each`;
  }
  if (open !== undefined && openTagOf(schemaOf(open, definitions)) !== tag) {
    return `the open branch ${open} must have its x-open-tag on the property ${tag}`;
  }
  const tagged = known.map((name) => ({ tag: tagIn(schemaOf(name, definitions), tag) ?? "", name }));
  return { kind: "union", tag, branches: tagged, ...(open === undefined ? {} : { open }) };
}

function schemaOf(name: string, definitions: SchemaSet): JsonSchema {
  return definitions.get(name)?.schema ?? {};
}

/** The property that carries `x-open-tag`; undefined when the definition is not an open branch. */
function openTagOf(schema: JsonSchema): string | undefined {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return properties.find(([, property]) => isObject(property) && property["x-open-tag"] === true)?.[0];
}

function commonTag(names: readonly string[], definitions: SchemaSet): string | undefined {
  const schemas = names.map((name) => schemaOf(name, definitions));
  return stringsOf(schemas[0]?.required).find((property) => {
    const tags = schemas.map((schema) => tagIn(schema, property));
    return tags.every((tag) => tag !== undefined) && new Set(tags).size === tags.length;
  });
}

/** The constant string that a schema requires under a property. */
function tagIn(schema: JsonSchema, property: string): string | undefined {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const own = Object.hasOwn(properties, property) ? properties[property] : undefined;
  const constant = isObject(own) ? own.const : undefined;
  return stringsOf(schema.required).includes(property) && typeof constant === "string" ? constant : undefined;
}

/** For each open branch the tags of its union, which it must not have. A branch that two unions share takes what neither knows. */
export function openTagsOf(definitions: SchemaSet): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, readonly string[]>();
  for (const { schema } of definitions.values()) {
    walkSchema(schema, (sub) => {
      if (!isArray(sub.oneOf)) return;
      const union = unionOf(sub.oneOf, definitions);
      if (typeof union === "string" || union.open === undefined) return;
      const known = [...(tags.get(union.open) ?? []), ...union.branches.map((branch) => branch.tag)];
      tags.set(union.open, [...new Set(known)]);
    });
  }
  return tags;
}
