/** Says a refusal in words: a stable code, what the schema expects, and the type or size of what was found. */

import type { Issue } from "../errors/issue.js";
import { typeName } from "../runtime/check.js";
import { codePointLength } from "../runtime/text.js";
import type { Refusal } from "./refusals.js";

/** What a keyword's refusal is called, what it expects and what of the value may be told. */
interface Rule {
  readonly code: string;
  readonly expected: (limit: unknown) => string;
  readonly found: (value: unknown) => string;
}

/**
 * The codes, by JSON Schema keyword. They are API, listed in `docs/issues.md`: a code never changes its meaning.
 * What is expected comes from the schema alone; what was found is a type or a size.
 */
const RULES: Readonly<Record<string, Rule>> = {
  type: rule("wrong_type", (types) => listed(types, String)),
  required: rule(
    "missing_property",
    (name) => `property ${JSON.stringify(name)}`,
    () => "no such property",
  ),
  anyOf: rule(
    "missing_property",
    (names) => `property ${listed(names, JSON.stringify)}`,
    () => "no such property",
  ),
  const: rule("not_allowed_value", (values) => listed(values, JSON.stringify)),
  enum: rule("not_allowed_value", (values) => listed(values, JSON.stringify)),
  pattern: rule("pattern_mismatch", (pattern) => `text matching ${pattern}`, sizeName),
  minLength: rule("too_short", atLeast("character"), sizeName),
  maxLength: rule("too_long", atMost("character"), sizeName),
  minItems: rule("too_few", atLeast("item"), sizeName),
  maxItems: rule("too_many", atMost("item"), sizeName),
  minProperties: rule("too_few", atLeast("property"), sizeName),
  maxProperties: rule("too_many", atMost("property"), sizeName),
  minimum: rule("too_small", (limit) => `at least ${limit}`),
  maximum: rule("too_large", (limit) => `at most ${limit}`),
  uniqueItems: rule("not_unique", () => "items that all differ", sizeName),
  not: rule("not_allowed", () => "a value that the schema does not forbid", sizeName),
  additionalProperties: rule(
    "not_expected",
    () => "properties that the schema lists",
    () => "another property",
  ),
};

function rule(code: string, expected: Rule["expected"], found: Rule["found"] = foundType): Rule {
  return { code, expected, found };
}

/** Rules for the text of a key that can be told as they are. */
const KEY_RULES: readonly string[] = ["pattern", "minLength", "maxLength", "enum", "const"];

/** The issue that a refusal is told as. */
export function issueOf({ path, keyword, limit, value, keyRule }: Refusal): Issue {
  if (keyRule !== undefined) return keyIssue(path, keyRule, value as string);
  const { code, expected, found } = RULES[keyword] as Rule;
  return { code, path, keyword, expected: expected(limit), found: found(value) };
}

function keyIssue(path: string, { keyword, limit }: Refusal, key: string): Issue {
  const expected = KEY_RULES.includes(keyword) ? RULES[keyword]?.expected(limit) : undefined;
  const found = `a key of ${count(codePointLength(key), "character")}`;
  return {
    code: "bad_key",
    path,
    keyword: "propertyNames",
    expected: expected ?? "a key that the schema allows",
    found,
  };
}

function listed(values: unknown, print: (value: unknown) => string): string {
  return (Array.isArray(values) ? values : [values]).map((value) => print(value)).join(" or ");
}

function atLeast(unit: string): Rule["expected"] {
  return (limit) => `at least ${count(Number(limit), unit)}`;
}

function atMost(unit: string): Rule["expected"] {
  return (limit) => `at most ${count(Number(limit), unit)}`;
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
