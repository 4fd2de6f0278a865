/** Prints the place of an error by the published schemas: declared names and indexes as they are, keys of a map as `*`. */

import type { JsonObject, JsonValue } from "../../src/runtime/json.js";

/** The definitions of a version by name; references have the form `#/$defs/Name`. */
export type Definitions = Readonly<Record<string, JsonObject>>;

/** The JSON Pointer without keys that a user wrote. */
export function printedPath(definitions: Definitions, definition: string, pointer: string): string {
  let here = opened([definitions[definition] as JsonObject], definitions);
  const steps = pointer.split("/").slice(1);
  return steps
    .map((step) => {
      const isMap = here.some((schema) => isSchema(schema.additionalProperties));
      here = opened(
        here.flatMap((schema) => membersOf(schema, step)),
        definitions,
      );
      return `/${isMap ? "*" : step}`;
    })
    .join("");
}

function membersOf(schema: JsonObject, step: string): JsonObject[] {
  const { properties, additionalProperties, items } = schema;
  const declared = isSchema(properties) && Object.hasOwn(properties, step) ? properties[step] : undefined;
  return [declared, additionalProperties, /^\d+$/.test(step) ? items : undefined].filter(isSchema);
}

/** The schemas with all that they refer to or choose between. */
function opened(schemas: readonly JsonObject[], definitions: Definitions): JsonObject[] {
  const open = new Set(schemas);
  for (const { $ref, oneOf, anyOf, allOf } of open) {
    if (typeof $ref === "string") open.add(definitions[$ref.slice("#/$defs/".length)] as JsonObject);
    for (const branch of [oneOf, anyOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []))) {
      open.add(branch as JsonObject);
    }
  }
  return [...open];
}

function isSchema(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
