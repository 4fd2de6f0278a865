/** Part of resolve: refuses definitions that refer to themselves without a property or an item between, which no validator can follow. */

import { isArray, isObject } from "../json.js";
import { IN_PLACE } from "../keywords.js";
import type { Json, JsonSchema } from "../model.js";
import { refName } from "../references.js";
import { SchemaError } from "../schema-error.js";
import type { NamedSchema, NamedSchemas } from "./named-schema.js";

/** @throws SchemaError for the first definition whose value would have to be itself. */
export function refuseCycles(definitions: NamedSchemas): void {
  const done = new Set<string>();
  const visit = (definition: NamedSchema, path: readonly string[]): void => {
    if (path.includes(definition.name)) {
      const reason = `${[...path, definition.name].join(" refers to ")} without a property or an item between`;
      throw new SchemaError(definition.file, definition.pointer, reason);
    }
    if (done.has(definition.name)) return;
    for (const name of referencesInPlace(definition.schema)) {
      const next = definitions.get(name);
      if (next !== undefined) visit(next, [...path, definition.name]);
    }
    done.add(definition.name);
  };
  for (const definition of definitions.values()) visit(definition, []);
}

/** The definitions that the very same value must or may satisfy. */
function referencesInPlace(schema: Json): string[] {
  if (!isObject(schema)) return [];
  const own = refName(schema);
  const inner = IN_PLACE.flatMap((keyword) => subschemasOf(schema, keyword).flatMap(referencesInPlace));
  return own === undefined ? inner : [own, ...inner];
}

function subschemasOf(schema: JsonSchema, keyword: string): readonly Json[] {
  const value = schema[keyword];
  if (value === undefined) return [];
  return isArray(value) ? value : [value];
}
