/** What OpenAI asks of the parameters of a strict tool. */

import { type Fault, isRecord, type Json, listOf } from "./rules.js";

const REFUSED =
  "allOf not if then else dependentRequired dependentSchemas patternProperties propertyNames minProperties maxProperties prefixItems contains uniqueItems unevaluatedProperties unevaluatedItems contentEncoding $anchor $dynamicRef".split(
    " ",
  );

const OF_SCHEMAS = ["properties", "$defs", "definitions"];

export function strictFaults(root: Json | undefined, path: string): readonly Fault[] {
  if (!isRecord(root) || root.type !== "object") return [`${path} is not an object`];
  return [...(root.anyOf === undefined ? [] : [`${path} is a union`]), ...schemaFaults(root, path)];
}

function schemaFaults(schema: Json | undefined, path: string): readonly Fault[] {
  if (!isRecord(schema)) return [];
  return [
    ...REFUSED.filter((keyword) => Object.hasOwn(schema, keyword)).map((keyword) => `${path}/${keyword} is refused`),
    ...objectFaults(schema, path),
    ...OF_SCHEMAS.flatMap((keyword) => {
      const schemas = schema[keyword];
      return isRecord(schemas)
        ? Object.entries(schemas).flatMap(([name, one]) => schemaFaults(one, `${path}/${keyword}/${name}`))
        : [];
    }),
    ...listOf(schema.anyOf).flatMap((one, at) => schemaFaults(one, `${path}/anyOf/${at}`)),
    ...schemaFaults(schema.items, `${path}/items`),
  ];
}

function objectFaults(schema: { readonly [name: string]: Json | undefined }, path: string): readonly Fault[] {
  const isObject = listOf(schema.type).includes("object") || schema.type === "object" || isRecord(schema.properties);
  if (!isObject) return [];
  const names = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  const missing = names.filter((name) => !listOf(schema.required).includes(name));
  return [
    ...(schema.additionalProperties === false ? [] : [`${path} is open`]),
    ...missing.map((name) => `${path}/properties/${name} is not required`),
  ];
}
