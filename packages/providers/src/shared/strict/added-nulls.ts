/** Takes nulls out of arguments that stand there only because a strict tool has to name every property. */

import type { JsonArray, JsonObject, JsonValue } from "@parlance/core";
import { pointerSteps } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";

/** The pointers as a tree: a place under the token that leads to it. */
interface Places {
  readonly inner: Map<string, Places>;
  /** Whether a null here stands for nothing. */
  isAdded: boolean;
}

/**
 * The arguments without those nulls, frozen and with every digit; the very arguments where there are none.
 *
 * @param pointers As `RequestContext.added_nulls` has them: JSON Pointers in which `*` stands for any item of a list.
 */
export function withoutAddedNulls(args: JsonObject, pointers: readonly string[] | undefined): JsonObject {
  if (pointers === undefined || pointers.length === 0) return args;
  return cleaned(args, placesOf(pointers)) as JsonObject;
}

function placesOf(pointers: readonly string[]): Places {
  const root = place();
  for (const pointer of pointers) {
    let here = root;
    for (const name of pointerSteps(pointer)) here = under(here, name);
    here.isAdded = true;
  }
  return root;
}

function place(): Places {
  return { inner: new Map(), isAdded: false };
}

function under({ inner }: Places, name: string): Places {
  const known = inner.get(name) ?? place();
  inner.set(name, known);
  return known;
}

function cleaned(value: JsonValue, places: Places): JsonValue {
  if (typeof value !== "object" || value === null || places.inner.size === 0) return value;
  return Array.isArray(value)
    ? cleanedList(value, places.inner.get("*"))
    : cleanedObject(value as JsonObject, places.inner);
}

function cleanedObject(object: JsonObject, places: ReadonlyMap<string, Places>): JsonObject {
  const changes: [string, JsonValue | undefined][] = [];
  for (const [name, inner] of places) {
    const member = Object.hasOwn(object, name) ? object[name] : undefined;
    if (member === undefined) continue;
    const after = member === null && inner.isAdded ? undefined : cleaned(member, inner);
    if (after !== member) changes.push([name, after]);
  }
  return changes.length === 0 ? object : replaceMembers(object, Object.fromEntries(changes) as Partial<JsonObject>);
}

function cleanedList(list: JsonArray, places: Places | undefined): JsonArray {
  if (places === undefined) return list;
  const changes: Record<number, JsonValue> = {};
  for (const [at, item] of list.entries()) {
    const after = cleaned(item, places);
    if (after !== item) changes[at] = after;
  }
  return Object.keys(changes).length === 0 ? list : replaceMembers(list, changes);
}
