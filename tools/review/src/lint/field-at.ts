/** Finds the field of a type that a JSON Pointer names, through references, bases and unions. */
import type { Located } from "./facts.js";
import { fieldsOf, follow, settle } from "./facts.js";
import type { Json, JsonObject } from "./json.js";
import { arrayOf, has, isObject } from "./json.js";
import type { SchemaSet } from "./schema-set.js";

interface Field extends Located {
  /** Whether a decoded value always has it: it is required or has a default, and so is all that it lies in. */
  readonly isAlways: boolean;
}

/** The field, its reference followed; of a union only the tag is one, as an enum of all tags. */
export function fieldAt(set: SchemaSet, from: Located, pointer: string): Field | undefined {
  let here: Field = { ...settle(set, from), isAlways: true };
  for (const name of pointer.split("/").slice(1)) {
    const next = has(here.schema, "oneOf") ? tagAt(set, here, name) : memberAt(set, here, name);
    if (next === undefined) return undefined;
    here = { ...next, isAlways: next.isAlways && here.isAlways };
  }
  return here;
}

function memberAt(set: SchemaSet, here: Located, name: string): Field | undefined {
  const { properties, required } = fieldsOf(set, here);
  const property = properties.get(name);
  if (property === undefined) return undefined;
  const isAlways = required.has(name) || has(property.schema, "default");
  return { ...settle(set, property), isAlways };
}

function tagAt(set: SchemaSet, { file, schema }: Located, name: string): Field | undefined {
  const tags: Json[] = [];
  for (const branch of arrayOf(schema.oneOf).filter(isObject)) {
    const target = follow(set, { file, schema: branch });
    const tag = target === undefined ? undefined : memberAt(set, target, name)?.schema;
    if (tag === undefined) return undefined;
    if (isTag(tag)) tags.push(tag.const);
    else if (tag["x-open-tag"] !== true) return undefined;
  }
  return { file, schema: { enum: tags }, isAlways: true };
}

function isTag(schema: JsonObject): schema is JsonObject & { readonly const: string } {
  return typeof schema.const === "string";
}
