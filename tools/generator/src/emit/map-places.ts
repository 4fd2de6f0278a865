/** Finds where in each definition the keys of an object are the user's own, so that an error path can leave them out. */

import type { Contract, Node } from "../model.js";

/**
 * Steps that lead to a map: a property name, `[]` for the items of an array, `*` for the values of a map;
 * `&` lists definitions whose steps apply at the same place.
 */
export interface Place {
  [step: string]: Place | string[];
}

/** For every definition through which a map can be reached, the steps that lead there. */
export function mapPlaces(contract: Contract): Record<string, Place> {
  const places = new Map<string, Place>();
  for (const [name, definition] of contract.definitions) places.set(name, placeOf(definition.node));
  const reaching = new Set<string>();
  // A definition may reach a map through another, so names are added until nothing changes.
  for (let before = -1; before !== reaching.size; ) {
    before = reaching.size;
    for (const [name, place] of places) if (reachesMap(place, reaching)) reaching.add(name);
  }
  return Object.fromEntries([...reaching].map((name) => [name, pruned(places.get(name) ?? {}, reaching)]));
}

function placeOf(node: Node): Place {
  return merge([...(node.also ?? []).map(placeOf), ownPlace(node)]);
}

function ownPlace(node: Node): Place {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.properties.map((property) => [property.name, placeOf(property.node)]));
    case "array":
      return { "[]": placeOf(node.items) };
    case "map":
      return { "*": placeOf(node.values) };
    case "union":
      return { "&": [...node.branches.map((branch) => branch.name), ...(node.open === undefined ? [] : [node.open])] };
    case "choice":
    case "all":
    case "some":
      return merge(node.nodes.map(placeOf));
    case "ref":
      return { "&": [node.name] };
    case "if":
      return merge([node.then, node.otherwise].filter((branch) => branch !== undefined).map(placeOf));
    default:
      return {};
  }
}

function merge(places: readonly Place[]): Place {
  const result: Place = {};
  for (const [step, next] of places.flatMap((place) => Object.entries(place))) {
    const known = result[step];
    if (Array.isArray(next)) result[step] = [...new Set([...(Array.isArray(known) ? known : []), ...next])];
    else result[step] = known === undefined || Array.isArray(known) ? next : merge([known, next]);
  }
  return result;
}

function reachesMap(place: Place, reaching: ReadonlySet<string>): boolean {
  return Object.entries(place).some(([step, next]) =>
    Array.isArray(next) ? next.some((name) => reaching.has(name)) : step === "*" || reachesMap(next, reaching),
  );
}

function pruned(place: Place, reaching: ReadonlySet<string>): Place {
  const result: Place = {};
  for (const [step, next] of Object.entries(place)) {
    if (Array.isArray(next)) {
      const names = next.filter((name) => reaching.has(name));
      if (names.length > 0) result[step] = names;
    } else if (step === "*" || reachesMap(next, reaching)) {
      result[step] = pruned(next, reaching);
    }
  }
  return result;
}
