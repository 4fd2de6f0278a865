/** What one object's migration may restore and what it sets aside. */

import type { Direction, Translation } from "../../../tools/generator/src/migrations/steps.js";
import type { Json } from "../../../tools/generator/src/model.js";
import { translated } from "./codecs.js";
import { type Fields, isSame, memberOf, objectFrom, type Value } from "./values.js";

export class Residue {
  readonly stored: Value;
  /** The slots that were looked at: they are the migration's own. */
  readonly asked: Set<string> = new Set();
  readonly #kept = new Map<string, Json>();

  constructor(stored: Value) {
    this.stored = stored;
  }

  get kept(): Fields | undefined {
    return this.#kept.size === 0 ? undefined : objectFrom(this.#kept);
  }

  /** What is stored in a slot: a value, or absence; undefined when nothing is. */
  in(slot: string): { readonly value: Value } | undefined {
    this.asked.add(slot).add(`${slot}#absent`);
    const value = memberOf(this.stored, slot);
    if (value !== undefined) return { value };
    return memberOf(this.stored, `${slot}#absent`) === true ? { value: undefined } : undefined;
  }

  setAside(slot: string, value: Value): void {
    if (value === undefined) this.#kept.set(`${slot}#absent`, true);
    else this.#kept.set(slot, value);
  }

  /** A translated value; what the way back would not give is set aside, what was set aside is restored. */
  translate(by: Translation, direction: Direction, value: Value, own: string, other: string): Value {
    const back = direction === "up" ? "down" : "up";
    const plain = translated(by, direction, value);
    const stored = this.in(other);
    if (stored !== undefined && !isSame(stored.value, plain) && isSame(translated(by, back, stored.value), value)) {
      return stored.value;
    }
    if (!isSame(translated(by, back, plain), value)) this.setAside(own, value);
    return plain;
  }
}
