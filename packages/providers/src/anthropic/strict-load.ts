/** How much of what the provider allows for strict tools one of them takes. */

import type { JsonObject } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { expandedSum } from "../shared/strict/expanded-sum.js";
import { MAX_STRICT_LOAD, type StrictLoad } from "./strict-rules.js";

export const NO_LOAD: StrictLoad = { tools: 0, optional: 0, unions: 0 };

/**
 * What is referred to counts as often as it is: how the provider counts it is not told, and a request over a limit is refused.
 *
 * @param parameters In the form that is sent.
 */
export function loadOf(parameters: JsonObject): StrictLoad {
  const sumOf = (countOf: (schema: JsonObject) => number): number =>
    expandedSum(parameters, countOf) ?? Number.POSITIVE_INFINITY;
  return { tools: 1, optional: sumOf(optionalIn), unions: sumOf(unionsIn) };
}

export function sumOfLoads(a: StrictLoad, b: StrictLoad): StrictLoad {
  return { tools: a.tools + b.tools, optional: a.optional + b.optional, unions: a.unions + b.unions };
}

export function isTooMuch({ tools, optional, unions }: StrictLoad): boolean {
  const most = MAX_STRICT_LOAD;
  return tools > most.tools || optional > most.optional || unions > most.unions;
}

function optionalIn({ properties, required }: JsonObject): number {
  if (!isJsonObject(properties)) return 0;
  const wanted = new Set(Array.isArray(required) ? required : []);
  return Object.keys(properties).filter((name) => !wanted.has(name)).length;
}

function unionsIn({ anyOf, type }: JsonObject): number {
  return Array.isArray(anyOf) || Array.isArray(type) ? 1 : 0;
}
