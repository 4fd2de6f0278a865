/** How much of what the provider allows for strict tools one of them takes. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "../shared/answer/json-object.js";
import { MAX_STRICT_LOAD, type StrictLoad } from "./strict-rules.js";

export const NO_LOAD: StrictLoad = { tools: 0, optional: 0, unions: 0 };

export function loadOf(parameters: JsonObject): StrictLoad {
  const schemas = objectsIn(parameters);
  return {
    tools: 1,
    optional: schemas.reduce((sum, schema) => sum + optionalIn(schema), 0),
    unions: schemas.filter(({ anyOf, type }) => Array.isArray(anyOf) || Array.isArray(type)).length,
  };
}

export function plus(a: StrictLoad, b: StrictLoad): StrictLoad {
  return { tools: a.tools + b.tools, optional: a.optional + b.optional, unions: a.unions + b.unions };
}

export function isTooMuch({ tools, optional, unions }: StrictLoad): boolean {
  const most = MAX_STRICT_LOAD;
  return tools > most.tools || optional > most.optional || unions > most.unions;
}

/** The object itself and all objects inside of it. */
function objectsIn(value: JsonValue): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (!isJsonObject(value)) return [];
  return [value, ...Object.values(value).flatMap((member) => (member === undefined ? [] : objectsIn(member)))];
}

function optionalIn({ properties, required }: JsonObject): number {
  if (!isJsonObject(properties)) return 0;
  const wanted = new Set(Array.isArray(required) ? required : []);
  return Object.keys(properties).filter((name) => !wanted.has(name)).length;
}
