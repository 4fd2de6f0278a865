/** Values that the two versions spell differently: tables, named conversions, wrapping in an array. */

import type { ResidueSlots } from "./plan.js";
import { absentSlot, claim, peek, type Run, setAside, type Value } from "./run.js";
import { isSame } from "./value.js";

/** Two functions that undo each other where both versions can say the same. */
export interface ValueCodec {
  readonly up: (value: Value) => Value;
  readonly down: (value: Value) => Value;
  /** The code of the note when something was lost. */
  readonly code: string;
}

/**
 * Translates a value in the direction of the run. What the other version cannot give back is set aside under `own`;
 * what an earlier run set aside under `other` is taken back if it still stands for the value.
 */
export function translate(
  run: Run,
  value: Value,
  { codec, own, other }: ResidueSlots & { readonly codec: ValueCodec },
): Value {
  const isUp = run.direction === "up";
  const there = isUp ? codec.up : codec.down;
  const back = isUp ? codec.down : codec.up;
  const plain = there(value);
  const stored = run.stored && storedOriginal(run, other);
  if (stored !== undefined && !isSame(stored.value, plain) && isSame(back(stored.value), value)) {
    claim(run, stored.slot);
    return stored.value;
  }
  if (!isSame(back(plain), value)) setAside(run, own, value, codec.code);
  return plain;
}

/** What is stored for a slot: a value, or that there was none. */
export function storedOriginal(run: Run, slot: string): { readonly slot: string; readonly value: Value } | undefined {
  const value = peek(run, slot);
  if (value !== undefined) return { slot, value };
  const absent = absentSlot(slot);
  return peek(run, absent) === true ? { slot: absent, value: undefined } : undefined;
}
