/** Says one error of ajv in our words: a stable code, what the schema expects, and the type or size of what was found. */

import type { Issue } from "../../src/errors/issue.js";
import type { AjvError } from "../../src/runtime/ajv-error.js";
import { typeName } from "../../src/runtime/check.js";
import { codePointLength } from "../../src/runtime/text.js";

import { valueAt } from "./value-at.js";

/** What a keyword's refusal is called, what it expects and what of the value may be told. */
interface Rule {
  readonly code: string;
  readonly expected: (params: AjvError["params"]) => string;
  readonly found: (value: unknown) => string;
}

/**
 * The codes, by JSON Schema keyword. They are API, listed in `docs/issues.md`: a code never changes its meaning.
 * What is expected comes from the schema alone; what was found is a type or a size.
 */
const RULES: Readonly<Record<string, Rule>> = {
  type: { code: "wrong_type", expected: ({ type }) => listed(type, String), found: foundType },
  required: {
    code: "missing_property",
    expected: ({ missingProperty }) => `property ${JSON.stringify(missingProperty)}`,
    found: () => "no such property",
  },
  const: { code: "not_allowed_value", expected: ({ allowedValue }) => JSON.stringify(allowedValue), found: foundType },
  enum: {
    code: "not_allowed_value",
    expected: ({ allowedValues }) => listed(allowedValues, JSON.stringify),
    found: foundType,
  },
  pattern: { code: "pattern_mismatch", expected: ({ pattern }) => `text matching ${pattern}`, found: sizeName },
  minLength: { code: "too_short", expected: atLeast("character"), found: sizeName },
  maxLength: { code: "too_long", expected: atMost("character"), found: sizeName },
  minItems: { code: "too_few", expected: atLeast("item"), found: sizeName },
  maxItems: { code: "too_many", expected: atMost("item"), found: sizeName },
  minProperties: { code: "too_few", expected: atLeast("property"), found: sizeName },
  maxProperties: { code: "too_many", expected: atMost("property"), found: sizeName },
  minimum: { code: "too_small", expected: ({ limit }) => `at least ${limit}`, found: foundType },
  maximum: { code: "too_large", expected: ({ limit }) => `at most ${limit}`, found: foundType },
  uniqueItems: { code: "not_unique", expected: () => "items that all differ", found: sizeName },
  not: { code: "not_allowed", expected: () => "a value that the schema does not forbid", found: sizeName },
  additionalProperties: {
    code: "not_expected",
    expected: () => "properties that the schema lists",
    found: () => "another property",
  },
  "false schema": { code: "not_allowed", expected: () => "nothing", found: foundType },
};

/** Rules for the text of a key that can be told as they are. */
const KEY_RULES: readonly string[] = ["pattern", "minLength", "maxLength", "enum", "const"];

/** The issue that an error stands for. */
export function issueOf(error: AjvError, root: unknown, print: (pointer: string) => string): Issue {
  const path = print(error.instancePath);
  const value = valueAt(root, error.instancePath);
  if (error.propertyName !== undefined) return keyIssue(error, error.propertyName, path);
  if (error.keyword === "anyOf" || error.keyword === "oneOf") return branchIssue(error, value, path);
  const rule = RULES[error.keyword];
  if (!rule)
    return {
      code: "no_match",
      path,
      keyword: error.keyword,
      expected: "what the schema says",
      found: foundType(value),
    };
  return {
    code: rule.code,
    path,
    keyword: error.keyword,
    expected: rule.expected(error.params),
    found: rule.found(value),
  };
}

function keyIssue(error: AjvError, key: string, path: string): Issue {
  const expected = KEY_RULES.includes(error.keyword) ? RULES[error.keyword]?.expected(error.params) : undefined;
  return {
    code: "bad_key",
    path,
    keyword: "propertyNames",
    expected: expected ?? "a key that the schema allows",
    found: `a key of ${count(codePointLength(key), "character")}`,
  };
}

function branchIssue({ keyword, params }: AjvError, value: unknown, path: string): Issue {
  if (!params.missing)
    return { code: "no_match", path, keyword, expected: "one of the forms of the schema", found: foundType(value) };
  const expected = `property ${listed(params.missing, JSON.stringify)}`;
  return { code: "missing_property", path, keyword, expected, found: "no such property" };
}

function listed(values: unknown, print: (value: unknown) => string): string {
  return (Array.isArray(values) ? values : [values]).map((value) => print(value)).join(" or ");
}

function atLeast(unit: string): Rule["expected"] {
  return ({ limit }) => `at least ${count(Number(limit), unit)}`;
}

function atMost(unit: string): Rule["expected"] {
  return ({ limit }) => `at most ${count(Number(limit), unit)}`;
}

/** The type of what a place holds, which may be nothing. */
function foundType(value: unknown): string {
  return value === undefined ? "nothing" : typeName(value);
}

function sizeName(value: unknown): string {
  if (typeof value === "string") return count(codePointLength(value), "character");
  if (Array.isArray(value)) return count(value.length, "item");
  if (typeof value === "object" && value !== null) return count(Object.keys(value).length, "property");
  return foundType(value);
}

function count(size: number, unit: string): string {
  if (size === 1) return `1 ${unit}`;
  return `${size} ${unit === "property" ? "properties" : `${unit}s`}`;
}
