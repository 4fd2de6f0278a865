/** Migrations of the items of an array, the values of a map and nested types: each is a run of its own. */

import type { JsonObject, JsonValue } from "../json.js";
import { setMember } from "../tidy.js";
import { KeyedResidue, keyOf } from "./keyed.js";
import type { ResidueSlots } from "./plan.js";
import { claim, type Draft, innerRun, keep, note, peek, type Run, type Value } from "./run.js";
import { arrayOf, objectOf } from "./value.js";

/** Migrates one object. */
export type Migrate = (value: JsonObject, run: Run) => JsonObject;

/** Where nested objects keep their residue, and under which member of each. */
export interface ResiduePlace extends ResidueSlots {
  /** Pointer of the array or map in the message, for notes. */
  readonly at: string;
  /** The member that tells items apart, as it is called before and after this direction; absent for items without one. */
  readonly key?: readonly [before: string, after: string];
}

/** How nested objects are migrated, and where they keep their residue. */
type Nested = ResiduePlace & { readonly migrate: Migrate };

/** Migrates the items of an array that are objects. */
export function eachItem(run: Run, value: Value, { migrate, at, own, other, key: name }: Nested): Value {
  const items = arrayOf(value);
  if (items === undefined) return value;
  const residue = new KeyedResidue(run, own, other, (index) => keyOf(items[index], name?.[0]));
  const migrated = items.map((item, index) => {
    const object = objectOf(item);
    return object === undefined
      ? item
      : migrateOne(object, index, innerRun(run, at, index, residue.next(index)), migrate, residue);
  });
  residue.close(items.length, at);
  return migrated;
}

/** Migrates the values of a map that are objects. Their keys are the user's: notes show `*`. */
export function eachValue(run: Run, value: Value, { migrate, at, own, other }: Nested): Value {
  const map = objectOf(value);
  if (map === undefined) return value;
  const keys = Object.keys(map);
  const residue = new KeyedResidue(run, own, other, (index) => keys[index] ?? "");
  const migrated: Draft = {};
  for (const [index, key] of keys.entries()) {
    const object = objectOf(map[key]);
    const inner = innerRun(run, at, "*", residue.next(index));
    const item = object === undefined ? (map[key] as JsonValue) : migrateOne(object, index, inner, migrate, residue);
    setMember(migrated, key, item);
  }
  residue.close(keys.length, at);
  return migrated;
}

function migrateOne(
  object: JsonObject,
  index: number,
  inner: Run,
  migrate: Migrate,
  residue: KeyedResidue,
): JsonObject {
  const migrated = migrate(object, inner);
  if (inner.kept !== undefined) residue.add(index, inner.kept);
  noteUnused(inner);
  return migrated;
}

/** Migrates a nested object by a function of its own, its residue nested in one slot. */
export function applyTo(run: Run, value: Value, { migrate, at, own, other }: Nested): Value {
  const object = objectOf(value);
  if (object === undefined) return value;
  const inner = innerRun(run, at, undefined, objectOf(peek(run, other)));
  const migrated = migrate(object, inner);
  if (inner.kept !== undefined) keep(run, own, inner.kept);
  if (inner.stored !== undefined) claim(run, other);
  noteUnused(inner);
  return migrated;
}

/** Residue of a nested run that was not restored is gone: what it was for has changed. */
function noteUnused(inner: Run): void {
  const { stored, used } = inner;
  if (stored !== undefined && Object.keys(stored).some((slot) => !used?.has(slot))) note(inner, "residue_dropped", "");
}
