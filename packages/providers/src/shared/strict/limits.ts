/** Holds a schema against a provider's limits. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { expandedSum } from "./expanded-sum.js";
import type { Refuse } from "./refusal.js";
import type { StrictRules } from "./rules.js";

interface Sizes {
  properties: number;
  characters: number;
  enum_values: number;
  depth: number;
}

/** @param root In the form that is sent. */
export function limitBroken(root: JsonObject, rules: StrictRules, refuse: Refuse): void {
  const sizes: Sizes = { properties: 0, characters: 0, enum_values: 0, depth: 0 };
  measure(root, 0, sizes, rules, refuse);
  if (sizes.properties > rules.max_properties)
    refuse("", "the parameters have more properties than the provider takes");
  if (sizes.depth > rules.max_depth) refuse("", "the parameters have more levels than the provider takes");
  if (sizes.characters > rules.max_characters)
    refuse("", "the parameters have longer names and values than the provider takes");
  if (sizes.enum_values > rules.max_enum_values)
    refuse("", "the parameters have more enum values than the provider takes");
  if (!rules.is_recursive && expandedSum(root, () => 0) === undefined)
    refuse("", "the provider takes no schema that comes again inside of itself");
}

function measure(schema: JsonValue | undefined, above: number, sizes: Sizes, rules: StrictRules, refuse: Refuse): void {
  if (!isJsonObject(schema)) return;
  const { properties, items, anyOf } = schema;
  const depth = isJsonObject(properties) || items !== undefined ? above + 1 : above;
  sizes.depth = Math.max(sizes.depth, depth);
  measureValues(schema, sizes, rules, refuse);
  for (const named of [properties, schema.$defs, schema.definitions]) {
    if (!isJsonObject(named)) continue;
    for (const [name, one] of Object.entries(named)) {
      sizes.characters += name.length;
      if (named === properties) sizes.properties++;
      measure(one, named === properties ? depth : 0, sizes, rules, refuse);
    }
  }
  for (const one of [items, ...(Array.isArray(anyOf) ? anyOf : [])]) measure(one, depth, sizes, rules, refuse);
}

function measureValues(
  { enum: values, const: value }: JsonObject,
  sizes: Sizes,
  rules: StrictRules,
  refuse: Refuse,
): void {
  sizes.characters += lengthOf(value);
  if (!Array.isArray(values)) return;
  const length = values.reduce((sum: number, one: JsonValue) => sum + lengthOf(one), 0);
  sizes.enum_values += values.length;
  sizes.characters += length;
  if (values.length > rules.large_enum.values && length > rules.large_enum.characters)
    refuse("", "the parameters have a longer enum than the provider takes");
}

function lengthOf(value: JsonValue | undefined): number {
  if (value === undefined) return 0;
  return typeof value === "string" ? value.length : String(value).length;
}
