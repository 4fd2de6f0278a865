/** Residue of the items of an array or the values of a map: kept under each item's own key, never under its index. */

import type { JsonObject, JsonValue } from "../json.js";
import { setMember } from "../tidy.js";
import { claim, type Draft, keep, note, peek, type Run, type Value } from "./run.js";
import { arrayOf, memberOf, objectOf } from "./value.js";

/**
 * One slot that holds residue per item: `{ "<key>": [ { slots of the first item with this key }, … ] }`.
 * Items without a key share the empty one.
 */
export class KeyedResidue {
  readonly #run: Run;
  readonly #own: string;
  readonly #other: string;
  readonly #stored: JsonObject | undefined;
  /** How many items with a key were met; only where something is stored. */
  readonly #seen: Map<string, number> | undefined;
  /** The items' residue in their order, from the first that has any. */
  #kept: Map<string, JsonObject[]> | undefined;
  readonly #before: string[] = [];

  constructor(run: Run, own: string, other: string) {
    this.#run = run;
    this.#own = own;
    this.#other = other;
    this.#stored = objectOf(peek(run, other));
    this.#seen = this.#stored && new Map();
  }

  /** What is stored for the next item with this key. */
  next(key: string): JsonObject | undefined {
    if (this.#stored === undefined || this.#seen === undefined) return undefined;
    const at = this.#seen.get(key) ?? 0;
    this.#seen.set(key, at + 1);
    return objectOf(arrayOf(memberOf(this.#stored, key))?.[at]);
  }

  /** Keeps the residue of the next item with this key, which may be none. */
  add(key: string, residue: JsonObject | undefined): void {
    if (this.#kept !== undefined) {
      push(this.#kept, key, residue ?? {});
    } else if (residue === undefined) {
      this.#before.push(key);
    } else {
      this.#kept = new Map();
      for (const earlier of this.#before) push(this.#kept, earlier, {});
      push(this.#kept, key, residue);
    }
  }

  /** Ends the slot: writes what was kept to the run, and notes what was stored for items that are gone. */
  close(at: string): void {
    if (this.#stored !== undefined) {
      claim(this.#run, this.#other);
      if (this.#hasUnseen(this.#stored)) note(this.#run, "residue_dropped", at);
    }
    if (this.#kept === undefined) return;
    const slot: Draft = {};
    for (const [key, list] of this.#kept) {
      if (list.some((residue) => Object.keys(residue).length > 0)) setMember(slot, key, list);
    }
    keep(this.#run, this.#own, slot);
  }

  #hasUnseen(stored: JsonObject): boolean {
    return Object.keys(stored).some((key) => (arrayOf(stored[key])?.length ?? 1) > (this.#seen?.get(key) ?? 0));
  }
}

function push(lists: Map<string, JsonObject[]>, key: string, residue: JsonObject): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [residue]);
  else list.push(residue);
}

/** The text under which an item's residue is kept. */
export function keyOf(item: JsonValue, name: string | undefined): string {
  const key: Value = name === undefined ? undefined : memberOf(item, name);
  return typeof key === "string" ? key : "";
}
