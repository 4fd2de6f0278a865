/** Whether null is valid by a schema, as far as its keywords for types tell. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "../answer/json-object.js";

/** How many references are followed; those that lead in a circle say nothing. */
const MOST_STEPS = 64;

export function allowsNull(schema: JsonValue, root: JsonObject, steps: number = MOST_STEPS): boolean {
  if (!isJsonObject(schema)) return schema === true;
  if (steps === 0) return false;
  const { type, $ref } = schema;
  if (type !== undefined && type !== "null" && !(Array.isArray(type) && type.includes("null"))) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) return false;
  if (schema.const !== undefined && schema.const !== null) return false;
  for (const alternatives of [schema.anyOf, schema.oneOf])
    if (Array.isArray(alternatives) && !alternatives.some((one) => allowsNull(one, root, steps - 1))) return false;
  return typeof $ref !== "string" || allowsNull(resolved($ref, root) ?? false, root, steps - 1);
}

/** What a reference to a place in the same schema leads to. */
export function resolved(reference: string, root: JsonObject): JsonValue | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let value: JsonValue | undefined = root;
  for (const token of reference.slice(2).split("/")) {
    const name = decoded(token).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
