/** Part of resolve: what the value of each keyword must be, so that later phases may rely on it. */

import { isArray, isObject } from "../json.js";
import { isKnownKeyword } from "../keywords.js";
import type { Json, JsonSchema } from "../model.js";

interface Rule {
  readonly holds: (value: Json) => boolean;
  readonly sentence: string;
}

const TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"];

const SCHEMA: Rule = { holds: isSchema, sentence: "must be a schema: an object, true or false" };
const SCHEMAS: Rule = {
  holds: (value) => isArray(value) && value.length > 0 && value.every(isSchema),
  sentence: "must be an array of schemas, at least one",
};
const NAMED: Rule = {
  holds: (value) => isObject(value) && Object.values(value).every(isSchema),
  sentence: "must be an object of schemas",
};
const COUNT: Rule = { holds: isCount, sentence: "must be a whole number, 0 or more" };
const NUMBER: Rule = { holds: (value) => typeof value === "number", sentence: "must be a number" };
const TEXT: Rule = { holds: (value) => typeof value === "string", sentence: "must be a string" };
const FLAG: Rule = { holds: (value) => typeof value === "boolean", sentence: "must be true or false" };
const LIST: Rule = { holds: isArray, sentence: "must be an array" };

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["type", { holds: isType, sentence: "must be a JSON type, or an array of different ones" }],
  [
    "enum",
    {
      holds: (value) => isArray(value) && value.length > 0 && areDifferent(value),
      sentence: "must be an array of different values, at least one",
    },
  ],
  ["properties", NAMED],
  ["$defs", NAMED],
  [
    "required",
    {
      holds: (value) => isArray(value) && value.every((name) => typeof name === "string") && areDifferent(value),
      sentence: "must be an array of different strings",
    },
  ],
  ...["additionalProperties", "items", "propertyNames", "not", "if", "then", "else"].map(
    (key) => [key, SCHEMA] as const,
  ),
  ...["allOf", "anyOf", "oneOf"].map((key) => [key, SCHEMAS] as const),
  ...["minItems", "maxItems", "minProperties", "maxProperties", "minLength", "maxLength"].map(
    (key) => [key, COUNT] as const,
  ),
  ...["minimum", "maximum"].map((key) => [key, NUMBER] as const),
  ["pattern", { holds: isPattern, sentence: "must be a regular expression" }],
  ...["$ref", "$schema", "$comment", "title", "description", "format"].map((key) => [key, TEXT] as const),
  ...["uniqueItems", "deprecated", "x-user-data", "x-open-tag", "x-note"].map((key) => [key, FLAG] as const),
  ["examples", LIST],
  [
    "x-enum-values",
    {
      holds: (value) => isObject(value) && Object.values(value).every(Number.isSafeInteger),
      sentence: "must be an object of whole numbers",
    },
  ],
]);

/** What is wrong with the keywords of a schema (not of those inside it); undefined when nothing is. */
export function keywordFault(schema: JsonSchema): { readonly keyword: string; readonly reason: string } | undefined {
  for (const [keyword, value] of Object.entries(schema)) {
    if (!isKnownKeyword(keyword))
      return { keyword: "", reason: `the keyword ${keyword} is outside the portable profile` };
    const rule = RULES.get(keyword);
    if (rule !== undefined && !rule.holds(value)) return { keyword, reason: `${keyword} ${rule.sentence}` };
  }
  return undefined;
}

function isSchema(value: Json): boolean {
  return isObject(value) || typeof value === "boolean";
}

function isType(value: Json): boolean {
  const types = isArray(value) ? value : [value];
  return (
    types.length > 0 && types.every((type) => typeof type === "string" && TYPES.includes(type)) && areDifferent(types)
  );
}

function areDifferent(values: readonly Json[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size === values.length;
}

function isCount(value: Json): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isPattern(value: Json): boolean {
  if (typeof value !== "string") return false;
  try {
    return new RegExp(value, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
