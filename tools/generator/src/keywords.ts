/** The vocabulary: which keywords a schema may use, which of them hold schemas, and how to walk over those. */

import { isArray, isObject, pointerStep } from "./json.js";
import type { Json, JsonSchema } from "./model.js";

/** Keywords whose value is one schema. */
const ONE = ["items", "additionalProperties", "propertyNames", "not", "if", "then", "else"] as const;
/** Keywords whose value is an array of schemas. */
const MANY = ["allOf", "anyOf", "oneOf"] as const;
/** Keywords whose value is an object of schemas. */
const NAMED = ["properties", "$defs"] as const;

/** Keywords that apply schemas to the very value that the schema itself describes. */
export const IN_PLACE: readonly string[] = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"];

/** Keywords that decide a verdict. */
export const ASSERTIONS: readonly string[] = [
  "type",
  "const",
  "enum",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "propertyNames",
  "$ref",
  ...IN_PLACE,
];

/** Keywords that say something about a value and never decide a verdict. */
export const ANNOTATIONS: readonly string[] = ["title", "description", "default", "deprecated", "examples", "format"];

/** Keywords that say what others need to know of the type beside which they stand. */
export const FACT_KEYWORDS: readonly string[] = ["x-role", "x-model-text", "x-keep-with", "x-priority", "x-summary"];

/** Keywords that organise a source file and mean nothing outside it. */
export const FILE_KEYWORDS: readonly string[] = ["$schema", "$comment", "$defs"];

/** Whether a keyword belongs to the portable profile; extensions begin with `x-`. */
export function isKnownKeyword(keyword: string): boolean {
  return (
    ASSERTIONS.includes(keyword) ||
    ANNOTATIONS.includes(keyword) ||
    FILE_KEYWORDS.includes(keyword) ||
    keyword.startsWith("x-")
  );
}

/** A copy of the schema with every direct subschema replaced by what `visit` makes of it; `true` and `false` stay as they are. */
export function mapSubschemas(schema: JsonSchema, visit: (sub: JsonSchema, step: string) => JsonSchema): JsonSchema {
  const result: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    result[keyword] = mapKeyword(keyword, value, visit);
  }
  return result;
}

function mapKeyword(keyword: string, value: Json, visit: (sub: JsonSchema, step: string) => JsonSchema): Json {
  const step = pointerStep(keyword);
  const visitMember = (sub: Json, key: string | number): Json =>
    isObject(sub) ? visit(sub, step + pointerStep(key)) : sub;
  if (includes(ONE, keyword)) return isObject(value) ? visit(value, step) : value;
  if (includes(MANY, keyword) && isArray(value)) return value.map(visitMember);
  if (includes(NAMED, keyword) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, sub]) => [key, visitMember(sub, key)]));
  }
  return value;
}

/** Calls `visit` for the schema and for every schema inside it, outermost first. */
export function walkSchema(
  schema: JsonSchema,
  visit: (schema: JsonSchema, pointer: string) => void,
  pointer = "",
): void {
  visit(schema, pointer);
  mapSubschemas(schema, (sub, step) => {
    walkSchema(sub, visit, pointer + step);
    return sub;
  });
}

function includes(list: readonly string[], keyword: string): boolean {
  return list.includes(keyword);
}

/** The schema without its annotations, at any depth. */
export function assertionsOnly(schema: JsonSchema): JsonSchema {
  const inner = mapSubschemas(schema, assertionsOnly);
  return Object.fromEntries(Object.entries(inner).filter(([keyword]) => !ANNOTATIONS.includes(keyword)));
}
