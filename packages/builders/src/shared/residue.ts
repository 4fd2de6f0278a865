/** What another version could say of the items of a list is kept by their positions: it follows an item that moves, and goes with one that goes. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { canonicalJson, replaceMembers } from "@parlance/core/json";
import { buildResultOf } from "./field-builder.js";

/** Left-overs of migrations, by version and then by slot. */
type Residue = Readonly<Record<string, JsonObject>>;

/** For each item now the position that it had before; undefined for one that is new. */
export type Places = readonly (number | undefined)[];

export interface MovedResidue {
  /** Undefined when nothing is left of it. */
  readonly residue: Residue | undefined;
  /** The former positions of items whose part is gone. */
  readonly lost: readonly number[];
}

/**
 * The residue of a record whose lists have changed.
 * @param placesOf The places of the list that a slot is about; undefined for a slot that stays as it is.
 */
export function movedResidue(residue: Residue, placesOf: (slot: string) => Places | undefined): MovedResidue {
  const lost = new Set<number>();
  const moved = mapped(residue, (slots) =>
    mapped(slots as JsonObject, (value, slot) => {
      const places = isByPosition(slot, value) ? placesOf(slot) : undefined;
      return places === undefined ? value : movedItems(value as JsonObject, places, lost);
    }),
  );
  return { residue: moved as Residue | undefined, lost: [...lost].sort((a, b) => a - b) };
}

/**
 * Where the items of a list stood in another: the very item, or the first equal one that is not there itself.
 * @param now What somebody gave, which may be anything.
 */
export function placesIn(before: readonly object[], now: readonly unknown[]): Places {
  const positions = new Map<unknown, number>(before.map((item, at) => [item, at]));
  const here = new Set(now);
  const others = new Map<string, number[]>();
  for (const [at, item] of before.entries()) {
    const text = canonicalJson(item);
    if (!here.has(item)) others.set(text, [...(others.get(text) ?? []), at]);
  }
  return now.map((item) => positions.get(item) ?? others.get(textOf(item))?.shift());
}

/** Nothing equals what is not JSON. */
function textOf(item: unknown): string {
  const text = buildResultOf(() => canonicalJson(item));
  return text.ok ? text.value : "";
}

/** Items without a key of their own share the empty one, in their order. */
const NO_KEY = "";

/** Whether a slot is about the items of a list of the record itself that have no key. */
function isByPosition(slot: string, value: JsonValue): boolean {
  const isItems = slot.endsWith("/*") && slot.indexOf("*") === slot.length - 1;
  return isItems && isJsonObject(value) && Array.isArray(value[NO_KEY]);
}

function movedItems(value: JsonObject, places: Places, lost: Set<number>): JsonObject | undefined {
  const items = value[NO_KEY] as readonly JsonValue[];
  for (const [at, item] of items.entries()) {
    if (!places.includes(at) && !isEmpty(item)) lost.add(at);
  }
  const moved = places.map((at) => (at === undefined ? NOTHING : (items[at] ?? NOTHING)));
  // Items that were added at the end have nothing to say.
  while (moved.length > items.length && isEmpty(moved.at(-1) ?? NOTHING)) moved.pop();
  const left = moved.every(isEmpty) ? undefined : Object.freeze(moved);
  return mapped(value, (member, key) => (key === NO_KEY ? left : member));
}

const NOTHING: JsonObject = /* @__PURE__ */ Object.freeze({});

/** An object with its members changed; undefined when it has none any more. */
function mapped(
  object: JsonObject,
  change: (member: JsonValue, key: string) => JsonValue | undefined,
): JsonObject | undefined {
  const changes = Object.fromEntries(Object.entries(object).map(([key, member]) => [key, change(member, key)]));
  const copy = replaceMembers(object as Record<string, JsonValue>, changes as Record<string, JsonValue>);
  return isEmpty(copy) && !isEmpty(object) ? undefined : copy;
}

function isEmpty(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
