/** Part of bundle: rewrites unions so that a validator follows the one branch that was meant. */

import { isArray, isObject, omit } from "../json.js";
import { mapSubschemas } from "../keywords.js";
import type { Json, JsonSchema } from "../model.js";
import type { SchemaSet } from "../references.js";
import { unionOf } from "../unions.js";
import { areDisjoint, type JsonType, typesOf } from "../verdicts.js";

/** The schema with every tagged union and every choice between types as `if`/`then`; the verdict stays the same. */
export function tellUnionsApart(schema: JsonSchema, definitions: SchemaSet): JsonSchema {
  const inner = mapSubschemas(schema, (sub) => tellUnionsApart(sub, definitions));
  if (isArray(inner.oneOf)) return withCondition(inner, "oneOf", byTag(inner.oneOf, definitions));
  if (isArray(inner.anyOf) && areDisjoint(inner.anyOf, definitions)) {
    return withCondition(inner, "anyOf", byType(inner.anyOf, definitions));
  }
  return inner;
}

/** The schema with one keyword replaced by what the rewritten branches ask for. */
function withCondition(schema: JsonSchema, keyword: string, condition: JsonSchema | undefined): JsonSchema {
  if (condition === undefined) return schema;
  const rest = omit(schema, [keyword]);
  const clashes = Object.keys(condition).some((key) => key in rest);
  if (!clashes) return { ...rest, ...condition };
  return { ...rest, allOf: [...(isArray(rest.allOf) ? rest.allOf : []), condition] };
}

function byTag(branches: readonly Json[], definitions: SchemaSet): JsonSchema | undefined {
  const union = unionOf(branches, definitions);
  if (typeof union === "string") return undefined;
  const { tag, open } = union;
  const tags = union.branches.map((branch) => branch.tag);
  const cases = union.branches.map((branch) => ({
    if: { required: [tag], properties: { [tag]: { const: branch.tag } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { $ref: `#/$defs/${branch.name}` },
  }));
  const others: JsonSchema[] =
    open === undefined
      ? []
      : [
          {
            if: { required: [tag], properties: { [tag]: { not: { enum: tags } } } },
            // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
            then: { $ref: `#/$defs/${open}` },
          },
        ];
  const known: JsonSchema = open === undefined ? { enum: tags } : {};
  return { type: "object", required: [tag], properties: { [tag]: known }, allOf: [...cases, ...others] };
}

function byType(branches: readonly Json[], definitions: SchemaSet): JsonSchema {
  const all: JsonType[] = [];
  const cases: JsonSchema[] = [];
  for (const branch of branches) {
    const types = isObject(branch) ? [...typesOf(branch, definitions)] : [];
    all.push(...types);
    const isPlain = isObject(branch) && Object.keys(branch).every((keyword) => keyword === "type");
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    if (!isPlain) cases.push({ if: typeSchema(types), then: branch });
  }
  return { ...typeSchema(all), ...(cases.length > 0 ? { allOf: cases } : {}) };
}

function typeSchema(types: readonly JsonType[]): JsonSchema {
  const [only, ...others] = types;
  return { type: only !== undefined && others.length === 0 ? only : types };
}
