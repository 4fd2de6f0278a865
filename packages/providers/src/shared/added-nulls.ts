/** Takes nulls out of arguments that stand there only because a strict tool has to name every property. */

import { inexactNumbers, type JsonArray, type JsonObject, type JsonValue } from "@parlance/core";
import { replaceMembers } from "@parlance/core/json";

/** The pointers as a tree: a place under the token that leads to it. */
interface Places {
  readonly inner: Map<string, Places>;
  /** Whether a null here stands for nothing. */
  isAdded: boolean;
}

/**
 * The arguments without those nulls, frozen and with every digit; the very arguments where there are none. A list that itself holds
 * numbers which a double cannot hold stays as it is.
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
    for (const token of pointer.split("/").slice(1)) here = under(here, token);
    here.isAdded = true;
  }
  return root;
}

function place(): Places {
  return { inner: new Map(), isAdded: false };
}

function under({ inner }: Places, token: string): Places {
  const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
  const known = inner.get(name) ?? place();
  inner.set(name, known);
  return known;
}

function cleaned(value: JsonValue, places: Places): JsonValue {
  if (typeof value !== "object" || value === null || places.inner.size === 0) return value;
  if (Array.isArray(value)) return cleanedList(value, places.inner.get("*"));
  const object = value as JsonObject;
  const changes: [string, JsonValue | undefined][] = [];
  for (const [name, inner] of places.inner) {
    const member = Object.hasOwn(object, name) ? object[name] : undefined;
    if (member === undefined) continue;
    const after = member === null && inner.isAdded ? undefined : cleaned(member, inner);
    if (after !== member) changes.push([name, after]);
  }
  return changes.length === 0 ? value : replaceMembers(object, Object.fromEntries(changes) as Partial<JsonObject>);
}

function cleanedList(list: JsonArray, places: Places | undefined): JsonValue {
  if (places === undefined) return list;
  const items = list.map((item) => cleaned(item, places));
  const isSame = items.every((item, at) => item === list[at]);
  return isSame || hasDigits(list) ? list : Object.freeze(items);
}

/** Whether a list has numbers of its own whose digits are known to it alone: no copy of it would have them. */
function hasDigits(list: JsonArray): boolean {
  return inexactNumbers(list).some((pointer) => pointer.lastIndexOf("/") === 0);
}
