/** Objects that only one version has, and fields that one version knows and the other does not. */

import { equalJson } from "../equal.js";
import type { JsonObject, JsonValue } from "../json.js";
import { claim, type Draft, keep, note, peek, type Run, setAside, type Value } from "./run.js";
import { storedOriginal } from "./translate.js";
import { isEmpty, isSame, objectOf } from "./value.js";

/** Takes a field out of an object that the source version did not know and the target version defines, and sets it aside. */
export function collide(run: Run, draft: Draft, name: string, slot: string): void {
  const value = draft[name];
  if (value === undefined || !Object.hasOwn(draft, name)) return;
  delete draft[name];
  setAside(run, slot, value, "field_collision");
}

/** Puts a field that was set aside by {@link collide} back into its object, which does not define it. */
export function giveBack(run: Run, draft: Draft, name: string, slot: string): void {
  const value = peek(run, slot);
  if (value === undefined) return;
  claim(run, slot);
  draft[name] = value;
}

/**
 * What remains of an object that the target version does not have, after its known members were taken out.
 * @param implied Whether one of the members taken out makes the way back create the object anyway.
 * @param absence The default that stands for the object's absence.
 */
export function leaveHost(
  run: Run,
  host: JsonObject | undefined,
  rest: Draft,
  implied: boolean,
  defaults: JsonObject,
  slot: string,
  absence?: JsonValue,
): void {
  if (host === undefined || (absence !== undefined && !implied && isSame(host, absence))) return;
  const left = isEmpty(defaults) ? rest : withoutDefaults(rest, defaults);
  if (isEmpty(left)) {
    if (!implied) keep(run, slot, left);
  } else {
    keep(run, slot, left);
    note(run, "not_carried", slot);
  }
}

/** A default and its absence are the same, so that a default needs no residue. */
function withoutDefaults(rest: Draft, defaults: JsonObject): Draft {
  const left: Draft = { ...rest };
  for (const name in defaults) {
    if (Object.hasOwn(left, name) && equalJson(left[name], defaults[name])) delete left[name];
  }
  return left;
}

/**
 * An object that the source version does not have: what remained of it on the way here, ready for its members.
 * @param members The members that operations set: residue that holds one of them is not what this migration left.
 * @returns undefined when there is neither a member nor a remainder.
 */
export function createHost(
  run: Run,
  implied: boolean,
  members: readonly (readonly [name: string, ...unknown[]])[],
  slot: string,
): Draft | undefined {
  const stored = objectOf(peek(run, slot));
  if (stored !== undefined && !members.some(([name]) => Object.hasOwn(stored, name))) {
    claim(run, slot);
    return { ...stored };
  }
  return implied ? {} : undefined;
}

/** The value of a member that only the target version has: what was stored, else the declared one. */
export function insert(run: Run, constant: Value, slot: string): Value {
  const stored = run.stored && storedOriginal(run, slot);
  if (stored === undefined || isSame(stored.value, constant)) return constant;
  claim(run, stored.slot);
  return stored.value;
}

/** Takes away a member that the target version does not have; it is set aside unless it is the declared value. */
export function drop(run: Run, value: Value, constant: Value, slot: string): void {
  if (!isSame(value, constant)) setAside(run, slot, value, "not_carried");
}
