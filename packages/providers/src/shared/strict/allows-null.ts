/** Whether null is valid by a schema, as far as its keywords for types tell. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { referredSchema } from "./referred.js";

/** How many schemas are followed into one another; those that lead in a circle say nothing. */
const DEEPEST = 64;

export function allowsNull(schema: JsonValue, root: JsonObject): boolean {
  return isNullIn(schema, { root, known: new Map() }, 0);
}

interface State {
  readonly root: JsonObject;
  /** References can lead to one schema very often. */
  readonly known: Map<JsonObject, boolean>;
}

function isNullIn(schema: JsonValue, state: State, depth: number): boolean {
  if (!isJsonObject(schema)) return schema === true;
  const known = state.known.get(schema);
  if (known !== undefined || depth === DEEPEST) return known ?? false;
  state.known.set(schema, false);
  const isAllowed = isNullHere(schema) && isNullInside(schema, state, depth + 1);
  state.known.set(schema, isAllowed);
  return isAllowed;
}

function isNullHere({ type, enum: values, const: value }: JsonObject): boolean {
  if (type !== undefined && type !== "null" && !(Array.isArray(type) && type.includes("null"))) return false;
  if (Array.isArray(values) && !values.includes(null)) return false;
  return value === undefined || value === null;
}

function isNullInside({ anyOf, oneOf, $ref }: JsonObject, state: State, depth: number): boolean {
  for (const alternatives of [anyOf, oneOf])
    if (Array.isArray(alternatives) && !alternatives.some((one) => isNullIn(one, state, depth))) return false;
  return typeof $ref !== "string" || isNullIn(referredSchema($ref, state.root) ?? false, state, depth);
}
