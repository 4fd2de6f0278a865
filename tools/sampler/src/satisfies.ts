/** A plain interpreter of the schema subset: the slow, obvious reading that samples are held against. */
import type { Json, JsonObject, Schema } from "./schema.js";
import { codePoints, definitionOf, isObject, numberOr, objectOf, referenceOf, schemasOf, stringsOf } from "./schema.js";

/** Whether a value satisfies a schema of the bundle. */
export function satisfies(bundle: object, schema: Json | undefined, value: Json): boolean {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return true;
  const name = referenceOf(schema);
  if (name !== undefined && !satisfies(bundle, definitionOf(bundle, name), value)) return false;
  return (
    hasType(schema, value) &&
    isListed(schema, value) &&
    meetsConditions(bundle, schema, value) &&
    fits(bundle, schema, value)
  );
}

function fits(bundle: object, schema: Schema, value: Json): boolean {
  if (typeof value === "string") return fitsText(schema, value);
  if (typeof value === "number")
    return value >= numberOr(schema.minimum, -Infinity) && value <= numberOr(schema.maximum, Infinity);
  if (Array.isArray(value)) return fitsArray(bundle, schema, value);
  return !isObject(value) || fitsObject(bundle, schema, value);
}

function hasType(schema: Schema, value: Json): boolean {
  if (schema.type === undefined) return true;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.some((type) => type === typeName(value) || (type === "integer" && Number.isInteger(value)));
}

function typeName(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function isListed(schema: Schema, value: Json): boolean {
  if (Object.hasOwn(schema, "const") && !isEqual(schema.const ?? null, value)) return false;
  return !Array.isArray(schema.enum) || schema.enum.some((each) => isEqual(each, value));
}

function meetsConditions(bundle: object, schema: Schema, value: Json): boolean {
  const holds = (each: Json | undefined): boolean => satisfies(bundle, each, value);
  if (!schemasOf(schema.allOf).every(holds)) return false;
  if (schema.anyOf !== undefined && !schemasOf(schema.anyOf).some(holds)) return false;
  if (schema.oneOf !== undefined && schemasOf(schema.oneOf).filter(holds).length !== 1) return false;
  if (schema.not !== undefined && holds(schema.not)) return false;
  if (schema.if === undefined) return true;
  return holds(schema.if) ? holds(schema.then) : holds(schema.else);
}

function fitsText(schema: Schema, value: string): boolean {
  const length = codePoints(value);
  if (length < numberOr(schema.minLength, 0) || length > numberOr(schema.maxLength, Infinity)) return false;
  return typeof schema.pattern !== "string" || new RegExp(schema.pattern, "u").test(value);
}

function fitsArray(bundle: object, schema: Schema, value: Json[]): boolean {
  if (value.length < numberOr(schema.minItems, 0) || value.length > numberOr(schema.maxItems, Infinity)) return false;
  if (
    schema.uniqueItems === true &&
    value.some((item, index) => value.slice(0, index).some((other) => isEqual(item, other)))
  ) {
    return false;
  }
  return value.every((item) => satisfies(bundle, schema.items, item));
}

function fitsObject(bundle: object, schema: Schema, value: JsonObject): boolean {
  const keys = Object.keys(value);
  if (keys.length < numberOr(schema.minProperties, 0) || keys.length > numberOr(schema.maxProperties, Infinity))
    return false;
  if (!stringsOf(schema.required).every((name) => Object.hasOwn(value, name))) return false;
  const properties = objectOf(schema.properties);
  return keys.every((key) => {
    const rule = Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties;
    return satisfies(bundle, schema.propertyNames, key) && satisfies(bundle, rule, value[key] ?? null);
  });
}

/** JSON equality: order of members aside, 1.0 is 1. */
function isEqual(a: Json, b: Json): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index] ?? null));
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key] ?? null, b[key] ?? null))
  );
}
