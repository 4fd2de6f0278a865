/** Which properties and items are described by more than one schema, so that none of these alone knows all that is in them. */

import { isJsonObject } from "@parlance/core/internal";
import { type Cluster, namesIn } from "./clusters.js";
import type { Member, SchemaNode } from "./survey.js";

export interface Sharing {
  isShared(node: SchemaNode, member: Member): boolean;
}

const ITEMS: readonly string[] = ["items", "prefixItems", "additionalItems", "unevaluatedItems"];

/** What the schemas of a cluster say of the same property or item. Expressions are not run, so any of them may mean any name. */
export function sharingIn({ described, tests }: Cluster): Sharing {
  const times = new Map<string, number>();
  for (const { schema } of [...described, ...tests])
    for (const name of namesIn(schema.properties)) times.set(name, (times.get(name) ?? 0) + 1);
  const patterns = described.flatMap(({ schema }) => namesIn(schema.patternProperties)).length;
  const rests = described.filter(hasRest);
  const listing = described.filter(({ schema }) => listsProperties(schema.properties, schema.patternProperties));
  const arrays = described.filter(({ members }) => members.some(({ keyword }) => ITEMS.includes(keyword)));
  const hasContains = described.some(({ schema }) => schema.contains !== undefined);
  const others = (nodes: readonly SchemaNode[], self: SchemaNode): boolean => nodes.some((node) => node !== self);

  return {
    isShared(node, { keyword, name }) {
      if (ITEMS.includes(keyword)) return hasContains || others(arrays, node);
      if (keyword === "properties") return (times.get(name) ?? 0) > 1 || patterns > 0 || others(rests, node);
      if (keyword === "patternProperties") return patterns > 1 || times.size > 0 || others(rests, node);
      return others(rests, node) || others(listing, node);
    },
  };
}

/** Whether a schema also describes properties that it does not list. */
function hasRest({ schema }: SchemaNode): boolean {
  return isJsonObject(schema.additionalProperties) || isJsonObject(schema.unevaluatedProperties);
}

function listsProperties(...maps: readonly unknown[]): boolean {
  return maps.some((map) => isJsonObject(map) && Object.keys(map).length > 0);
}
