/** One migration under way: what may be restored, what is set aside, what is noted. */

import type { JsonObject, JsonValue } from "../json.js";
import { setMember } from "../tidy.js";

/** A JSON object that a migration is still building. */
export interface Draft {
  [name: string]: JsonValue;
}

/** A JSON value, or nothing where a member is absent. */
export type Value = JsonValue | undefined;

/** What a migration could not carry over, or did not take back. Never says anything of the content. */
export interface MigrationNote {
  /** `field_collision`, `not_carried`, `value_changed`, `precision_lost`, `texts_joined`, `values_differ`, `tag_collision`, `residue_dropped`, `type_not_carried`, and `residue_full`, which stays inside the codec. */
  readonly code: string;
  /** JSON Pointer into the message as it was before this migration; keys of maps are written `*`. */
  readonly path: string;
  readonly direction: "up" | "down";
}

/** The state of a migration inside one object: the message, or an item or nested type of it. */
export interface Run {
  readonly direction: "up" | "down";
  readonly notes: MigrationNote[];
  /** Residue that an earlier migration in the other direction left for this object. */
  readonly stored: JsonObject | undefined;
  /** Slots of `stored` that must not be restored since the result would be invalid. */
  readonly refused: ReadonlySet<string> | undefined;
  /** Where the object lies; nothing for the message itself. */
  readonly place: RunPlace | undefined;
  /** Slots of `stored` that were restored. */
  used: Set<string> | undefined;
  /** Residue that this migration leaves for the way back. */
  kept: Draft | undefined;
}

/** The place of an object inside another: spelt out only when there is something to note. */
export interface RunPlace {
  readonly inside: Run;
  readonly at: string;
  /** The index of an item, or `*` for a value of a map; absent for a nested object. */
  readonly item?: number | "*" | undefined;
}

/** A run for a whole message. */
export function startRun(
  direction: "up" | "down",
  stored: JsonObject | undefined,
  refused: ReadonlySet<string> | undefined,
): Run {
  return { direction, notes: [], stored, refused, place: undefined, used: undefined, kept: undefined };
}

/** A run for an object inside the one of another run. */
export function innerRun(inside: Run, at: string, item: number | "*" | undefined, stored: JsonObject | undefined): Run {
  const { direction, notes } = inside;
  return {
    direction,
    notes,
    stored,
    refused: undefined,
    place: { inside, at, item },
    used: undefined,
    kept: undefined,
  };
}

/** Notes something about a place, given as a pointer inside the object of the run. */
export function note(run: Run, code: string, pointer: string): void {
  run.notes.push({ code, path: pointerOf(run) + pointer, direction: run.direction });
}

function pointerOf({ place }: Run): string {
  if (place === undefined) return "";
  const { inside, at, item } = place;
  return item === undefined ? pointerOf(inside) + at : `${pointerOf(inside)}${at}/${item}`;
}

/** The residue in a slot, if there is any that may be restored. */
export function peek(run: Run, slot: string): Value {
  const { stored, refused } = run;
  if (stored === undefined || !Object.hasOwn(stored, slot) || refused?.has(slot)) return undefined;
  return stored[slot];
}

/** Marks a slot as restored, which takes it out of the residue. */
export function claim(run: Run, slot: string): void {
  run.used ??= new Set();
  run.used.add(slot);
}

/** Sets a value aside under its slot for the way back, without a note. */
export function keep(run: Run, slot: string, value: JsonValue): void {
  run.kept ??= {};
  setMember(run.kept, slot, value);
}

/** The slot that says that a member was absent, where absence itself is what the other version cannot say. */
export function absentSlot(slot: string): string {
  return `${slot}#absent`;
}

/** Sets a value or its absence aside and notes it. */
export function setAside(run: Run, slot: string, value: Value, code: string): void {
  if (value === undefined) keep(run, absentSlot(slot), true);
  else keep(run, slot, value);
  note(run, code, slot);
}
