/** The keywords of JSON Schema that do not take just any value, as data: what it must be, and where the schemas inside it lie. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";

/** The dialects of JSON Schema in which parameters are written, as Standard Schema calls them. */
export type ParametersDialect = "draft-2020-12" | "draft-07";

/** A schema inside a keyword's value. */
interface Inner {
  /** What follows the keyword in the place of the schema; a name that somebody made up is `*`. */
  readonly step: string;
  /** The name itself, or the index. */
  readonly name: string;
  readonly schema: JsonValue;
}

/** What values of some keywords look like. */
interface Shape {
  readonly expected: string;
  readonly fits: (value: JsonValue) => boolean;
  readonly inner?: (value: JsonValue) => readonly Inner[];
}

/**
 * What the schemas inside a keyword's value are for: a `part` describes the very value that the schema around it describes, a
 * `child` a property or an item of it. A `test` asks something of the value and is `aside` when it asks it of an item, a key or
 * a decoded text; neither says what a value is made of. A `store` keeps schemas for references.
 */
export type Role = "part" | "child" | "test" | "aside" | "store" | "none";

export interface Keyword {
  readonly shape: Shape;
  readonly role: Role;
}

const TYPE_NAMES: readonly unknown[] = ["array", "boolean", "integer", "null", "number", "object", "string"];

const isSchema = (value: JsonValue): boolean => isJsonObject(value) || typeof value === "boolean";
const isString = (value: JsonValue): boolean => typeof value === "string";
const isNumber = (value: JsonValue): boolean => typeof value === "number";
const isTypeName = (value: JsonValue): boolean => TYPE_NAMES.includes(value);
const isTextList = (value: JsonValue): boolean => Array.isArray(value) && value.every(isString) && areUnlike(value);
const areUnlike = (values: readonly JsonValue[]): boolean => new Set(values).size === values.length;

const named = (value: JsonValue): readonly Inner[] =>
  Object.entries(value as JsonObject).map(([name, schema]) => ({ step: "/*", name, schema }));
const listed = (value: JsonValue): readonly Inner[] =>
  (value as readonly JsonValue[]).map((schema, index) => ({ step: `/${index}`, name: String(index), schema }));
const itself = (schema: JsonValue): readonly Inner[] => [{ step: "", name: "", schema }];

const STRING: Shape = { expected: "a string", fits: isString };
const BOOLEAN: Shape = { expected: "a boolean", fits: (value) => typeof value === "boolean" };
const NUMBER: Shape = { expected: "a number", fits: isNumber };
const FACTOR: Shape = { expected: "a number above 0", fits: (value) => isNumber(value) && (value as number) > 0 };
const COUNT: Shape = {
  expected: "a whole number of 0 or more",
  fits: (value) => Number.isInteger(value) && (value as number) >= 0,
};
const LIST: Shape = { expected: "a list", fits: Array.isArray };
const VALUES: Shape = {
  expected: "a list of 1 or more values",
  fits: (value) => Array.isArray(value) && value.length > 0,
};
const NAMES: Shape = { expected: "a list of strings that all differ", fits: isTextList };
const NAMED_NAMES: Shape = {
  expected: "an object of lists of strings that all differ",
  fits: (value) => isJsonObject(value) && Object.values(value).every(isTextList),
};
const NAMED_BOOLEANS: Shape = {
  expected: "an object of booleans",
  fits: (value) => isJsonObject(value) && Object.values(value).every((member) => typeof member === "boolean"),
};
const TYPES: Shape = {
  expected: "the name of a JSON type, or a list of names that all differ",
  fits: (value) =>
    isTypeName(value) || (Array.isArray(value) && value.length > 0 && value.every(isTypeName) && areUnlike(value)),
};
const ANCHOR: Shape = {
  expected: "a name of letters, digits, points, hyphens and underscores",
  fits: (value) => typeof value === "string" && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value),
};
const ID: Shape = {
  expected: "a URI reference without a fragment",
  fits: (value) => typeof value === "string" && /^[^#]*#?$/.test(value),
};
const PATTERN: Shape = {
  expected: "a regular expression",
  fits: (value) => isString(value) && isPattern(value as string),
};
const SCHEMA: Shape = { expected: "a schema: an object or a boolean", fits: isSchema, inner: itself };
const SCHEMAS: Shape = {
  expected: "a list of 1 or more schemas",
  fits: (value) => Array.isArray(value) && value.length > 0,
  inner: listed,
};
const SCHEMA_OR_SCHEMAS: Shape = {
  expected: "a schema, or a list of 1 or more schemas",
  fits: (value) => isSchema(value) || SCHEMAS.fits(value),
  inner: (value) => (Array.isArray(value) ? listed(value) : itself(value)),
};
const NAMED_SCHEMAS: Shape = { expected: "an object of schemas", fits: isJsonObject, inner: named };
const PATTERN_SCHEMAS: Shape = {
  expected: "an object of schemas by regular expressions",
  fits: (value) => isJsonObject(value) && Object.keys(value).every(isPattern),
  inner: named,
};
const NAMED_SCHEMAS_OR_NAMES: Shape = {
  expected: "an object of schemas or lists of strings that all differ",
  fits: (value) =>
    isJsonObject(value) && Object.values(value).every((member) => isSchema(member) || isTextList(member)),
  inner: (value) => named(value).filter(({ schema }) => !Array.isArray(schema)),
};

/**
 * Expressions are kept in the form of any language; those of JavaScript schemas were seldom written for the `u` flag. They
 * are read here and never run: what they do with a hostile text is not known.
 */
function isPattern(source: string): boolean {
  return expressionOf(source) !== undefined;
}

/** The expression of a `pattern`; undefined for what is none. */
export function expressionOf(source: string): RegExp | undefined {
  return compiled(source, "u") ?? compiled(source, "");
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

function table(role: Role, shape: Shape, names: readonly string[]): readonly (readonly [string, Keyword])[] {
  return names.map((name) => [name, { shape, role }]);
}

const COMMON = [
  ...table("none", STRING, ["$schema", "$ref", "$comment", "title", "description", "format"]),
  ...table("none", STRING, ["contentMediaType", "contentEncoding"]),
  ...table("none", BOOLEAN, ["readOnly", "uniqueItems"]),
  ...table("none", NUMBER, ["maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"]),
  ...table("none", FACTOR, ["multipleOf"]),
  ...table("none", COUNT, ["maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"]),
  ...table("none", LIST, ["examples"]),
  ...table("none", VALUES, ["enum"]),
  ...table("none", NAMES, ["required"]),
  ...table("none", TYPES, ["type"]),
  ...table("none", PATTERN, ["pattern"]),
  ...table("part", SCHEMAS, ["allOf", "anyOf", "oneOf"]),
  ...table("part", SCHEMA, ["then", "else"]),
  ...table("part", NAMED_SCHEMAS_OR_NAMES, ["dependencies"]),
  ...table("test", SCHEMA, ["if", "not"]),
  ...table("aside", SCHEMA, ["contains", "propertyNames"]),
  ...table("child", SCHEMA, ["additionalProperties"]),
  ...table("child", NAMED_SCHEMAS, ["properties"]),
  ...table("child", PATTERN_SCHEMAS, ["patternProperties"]),
  ...table("store", NAMED_SCHEMAS, ["definitions"]),
];

const DRAFT_07 = [
  ...table("none", STRING, ["$id"]),
  ...table("child", SCHEMA_OR_SCHEMAS, ["items"]),
  ...table("child", SCHEMA, ["additionalItems"]),
];

const NEWER = [
  ...table("none", ID, ["$id"]),
  ...table("none", STRING, ["$dynamicRef", "$recursiveRef"]),
  ...table("none", ANCHOR, ["$anchor", "$dynamicAnchor", "$recursiveAnchor"]),
  ...table("none", NAMED_BOOLEANS, ["$vocabulary"]),
  ...table("none", BOOLEAN, ["writeOnly", "deprecated"]),
  ...table("none", COUNT, ["maxContains", "minContains"]),
  ...table("none", NAMED_NAMES, ["dependentRequired"]),
  ...table("part", NAMED_SCHEMAS, ["dependentSchemas"]),
  ...table("child", SCHEMAS, ["prefixItems"]),
  ...table("child", SCHEMA, ["items", "unevaluatedItems", "unevaluatedProperties"]),
  ...table("aside", SCHEMA, ["contentSchema"]),
  ...table("store", NAMED_SCHEMAS, ["$defs"]),
];

/** What each dialect has. A schema that names none may be written in either, as typebox does for its tuples. */
export const KEYWORDS: Readonly<Record<ParametersDialect | "any", ReadonlyMap<string, Keyword>>> = {
  "draft-07": new Map([...COMMON, ...DRAFT_07]),
  "draft-2020-12": new Map([...COMMON, ...NEWER]),
  any: new Map([...COMMON, ...NEWER, ...DRAFT_07]),
};
