/** Migrations of the items of an array, the values of a map and nested types: each is a run of its own. */

import type { JsonObject, JsonValue } from "../json.js";
import { setMember } from "../tidy.js";
import { KeyedResidue, keyOf } from "./keyed.js";
import { claim, type Draft, keep, note, peek, type Run, startRun, type Value } from "./run.js";
import { arrayOf, objectOf } from "./value.js";

/** Migrates one object. */
export type Migrate = (value: JsonObject, run: Run) => JsonObject;

/** Where an `each` keeps its residue, and under which member of the items. */
export interface EachPlace {
  /** Pointer of the array or map in the message, for notes. */
  readonly at: string;
  /** The slot written by this direction, and the one that the other direction wrote. */
  readonly own: string;
  readonly other: string;
  /** The member that tells items apart, as it is called before and after this direction; absent for items without one. */
  readonly key?: readonly [before: string, after: string];
}

/** Migrates the items of an array that are objects. */
export function eachItem(run: Run, value: Value, migrate: Migrate, place: EachPlace): Value {
  const items = arrayOf(value);
  if (items === undefined) return value;
  const residue = new KeyedResidue(run, place.own, place.other);
  const migrated = items.map((item, index) =>
    migrateItem(run, item, keyOf(item, place.key?.[0]), `${place.at}/${index}`, migrate, residue),
  );
  residue.close(place.at);
  return migrated;
}

/** Migrates the values of a map that are objects. Their keys are the user's: notes show `*`. */
export function eachValue(run: Run, value: Value, migrate: Migrate, place: EachPlace): Value {
  const map = objectOf(value);
  if (map === undefined) return value;
  const residue = new KeyedResidue(run, place.own, place.other);
  const migrated: Draft = {};
  for (const key of Object.keys(map)) {
    setMember(migrated, key, migrateItem(run, map[key] as JsonValue, key, `${place.at}/*`, migrate, residue));
  }
  residue.close(place.at);
  return migrated;
}

function migrateItem(
  run: Run,
  item: JsonValue,
  key: string,
  at: string,
  migrate: Migrate,
  residue: KeyedResidue,
): JsonValue {
  const object = objectOf(item);
  const inner = startRun(run.direction, run.at + at, run.notes, residue.next(key));
  const migrated = object === undefined ? item : migrate(object, inner);
  residue.add(key, inner.kept);
  noteUnused(inner);
  return migrated;
}

/** Migrates a nested object by a function of its own, its residue nested in one slot. */
export function applyTo(run: Run, value: Value, migrate: Migrate, at: string, own: string, other: string): Value {
  const object = objectOf(value);
  if (object === undefined) return value;
  const inner = startRun(run.direction, run.at + at, run.notes, objectOf(peek(run, other)));
  const migrated = migrate(object, inner);
  if (inner.kept !== undefined) keep(run, own, inner.kept);
  if (inner.stored !== undefined) claim(run, other);
  noteUnused(inner);
  return migrated;
}

/** Residue of a nested run that was not restored is gone: what it was for has changed. */
function noteUnused(inner: Run): void {
  const { stored, used } = inner;
  if (stored !== undefined && Object.keys(stored).some((slot) => !used.has(slot))) note(inner, "residue_dropped", "");
}
