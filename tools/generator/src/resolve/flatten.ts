/** Part of resolve: merges the bases of an object (`allOf` of references to objects) into the object itself. */

import { isArray, isObject, omit, stringsOf } from "../json.js";
import { FACT_KEYWORDS } from "../keywords.js";
import type { Json, JsonSchema } from "../model.js";
import { referencesOf, refName } from "../references.js";
import type { NamedSchema, NamedSchemas } from "./named-schema.js";

/** Keywords that an object does not take over from its base. */
const OWN = ["title", "description", "deprecated", "examples", "default", ...FACT_KEYWORDS];

/** All definitions with their bases merged in; definitions that are nothing but bases are left out. */
export function flattenBases(definitions: NamedSchemas): NamedSchemas {
  const bases = new Set<string>();
  const flat = new Map<string, NamedSchema>();
  for (const definition of definitions.values()) {
    flat.set(definition.name, { ...definition, schema: flatten(definition, definitions, bases) });
  }
  const used = new Set([...flat.values()].flatMap((definition) => referencesOf(definition.schema)));
  for (const name of bases) {
    if (!used.has(name)) flat.delete(name);
  }
  return flat;
}

/** Bases have bases; that they are not a circle was checked before. */
function flatten(definition: NamedSchema, definitions: NamedSchemas, bases: Set<string>): JsonSchema {
  const { schema } = definition;
  const parents: JsonSchema[] = [];
  const conditions: Json[] = [];
  for (const member of isArray(schema.allOf) ? schema.allOf : []) {
    const parent = isObject(member) ? definitions.get(refName(member) ?? "") : undefined;
    if (parent && isObjectSchema(parent.schema)) {
      bases.add(parent.name);
      parents.push(flatten(parent, definitions, bases));
    } else {
      conditions.push(member);
    }
  }
  if (parents.length === 0) return schema;
  const own = omit(schema, ["allOf"]);
  return parents.reduceRight(mergeBase, conditions.length > 0 ? { ...own, allOf: conditions } : own);
}

function isObjectSchema(schema: JsonSchema): boolean {
  return schema.type === "object" || schema.properties !== undefined || schema.allOf !== undefined;
}

/** The object with its base: the base's properties first and in its order, the object's own in their place where both have one. */
function mergeBase(own: JsonSchema, base: JsonSchema): JsonSchema {
  const properties = mergeProperties(asProperties(base), asProperties(own));
  const names = new Set([...stringsOf(base.required), ...stringsOf(own.required)]);
  const listed = Object.keys(properties).filter((name) => names.delete(name));
  const required = [...listed, ...names];
  const allOf = [...(isArray(base.allOf) ? base.allOf : []), ...(isArray(own.allOf) ? own.allOf : [])];
  const inherited = omit(base, [...OWN, "allOf"]);
  const merged: JsonSchema = { ...annotationsFirst(own), ...inherited, ...omit(own, ["allOf"]), properties, required };
  return allOf.length > 0 ? { ...merged, allOf } : merged;
}

function annotationsFirst(own: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(own).filter(([key]) => OWN.includes(key)));
}

function asProperties(schema: JsonSchema): { readonly [name: string]: Json } {
  return isObject(schema.properties) ? schema.properties : {};
}

function mergeProperties(
  base: { readonly [name: string]: Json },
  own: { readonly [name: string]: Json },
): { readonly [name: string]: Json } {
  const entries = Object.entries(own).map(([name, property]) => {
    const inherited = Object.hasOwn(base, name) ? base[name] : undefined;
    const description = isObject(inherited) ? inherited.description : undefined;
    const isSilent = isObject(property) && property.description === undefined;
    return [name, isSilent && description !== undefined ? { description, ...property } : property] as const;
  });
  return Object.fromEntries([...Object.entries(base), ...entries]);
}
