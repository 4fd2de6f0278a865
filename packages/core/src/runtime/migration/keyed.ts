/** Residue of the items of an array or the values of a map: kept under each item's own key, never under its index. */

import type { JsonObject } from "../json.js";
import { setMember } from "../tidy.js";
import { claim, type Draft, keep, note, peek, type Run, type Value } from "./run.js";
import { arrayOf, isEmpty, memberOf, objectOf } from "./value.js";

/**
 * One slot that holds residue per item: `{ "<key>": [ { slots of the first item with this key }, … ] }`.
 * Items without a key share the empty one.
 */
export class KeyedResidue {
  readonly #run: Run;
  readonly #own: string;
  readonly #other: string;
  /** The key of each item; asked for only where there is residue. */
  readonly #keyAt: (index: number) => string;
  readonly #stored: JsonObject | undefined;
  #seen: Map<string, number> | undefined;
  /** What items keep, by their index. */
  #kept: Map<number, JsonObject> | undefined;

  constructor(run: Run, own: string, other: string, keyAt: (index: number) => string) {
    this.#run = run;
    this.#own = own;
    this.#other = other;
    this.#keyAt = keyAt;
    this.#stored = objectOf(peek(run, other));
  }

  /** Whether anything is stored that could be restored. */
  get isEmpty(): boolean {
    return this.#stored === undefined;
  }

  /** What is stored for an item. Items are asked about in their order. */
  next(index: number): JsonObject | undefined {
    if (this.#stored === undefined) return undefined;
    const key = this.#keyAt(index);
    this.#seen ??= new Map();
    const at = this.#seen.get(key) ?? 0;
    this.#seen.set(key, at + 1);
    return objectOf(arrayOf(memberOf(this.#stored, key))?.[at]);
  }

  /** Keeps the residue of an item. */
  add(index: number, residue: JsonObject): void {
    this.#kept ??= new Map();
    this.#kept.set(index, residue);
  }

  /** Ends the slot of so many items: writes what was kept, and notes what was stored for items that are gone. */
  close(count: number, at: string): void {
    if (this.#stored !== undefined) {
      claim(this.#run, this.#other);
      if (this.#hasUnseen(this.#stored)) note(this.#run, "residue_dropped", at);
    }
    if (this.#kept !== undefined) keep(this.#run, this.#own, this.#slot(this.#kept, count));
  }

  /** Items with equal keys are told apart by their order, so that those without residue count, too. */
  #slot(kept: ReadonlyMap<number, JsonObject>, count: number): JsonObject {
    const lists = new Map<string, JsonObject[]>();
    for (let index = 0; index < count; index++) {
      const key = this.#keyAt(index);
      const list = lists.get(key) ?? [];
      lists.set(key, list);
      list.push(kept.get(index) ?? {});
    }
    const slot: Draft = {};
    for (const [key, list] of lists) {
      if (!list.every(isEmpty)) setMember(slot, key, list);
    }
    return slot;
  }

  #hasUnseen(stored: JsonObject): boolean {
    return Object.keys(stored).some((key) => (arrayOf(stored[key])?.length ?? 1) > (this.#seen?.get(key) ?? 0));
  }
}

/** The text under which an item's residue is kept. */
export function keyOf(item: Value, name: string | undefined): string {
  const key: Value = name === undefined ? undefined : memberOf(item, name);
  return typeof key === "string" ? key : "";
}
