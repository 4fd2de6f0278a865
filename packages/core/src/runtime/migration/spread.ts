/** One value of the older version that the newer one holds in each item of an array. */

import type { JsonObject, JsonValue } from "../json.js";
import type { ResiduePlace } from "./each.js";
import { KeyedResidue, keyOf } from "./keyed.js";
import type { ResidueSlots } from "./plan.js";
import { claim, type Draft, note, peek, type Run, setAside, type Value } from "./run.js";
import { arrayOf, isSame, memberOf, objectOf, withOthers, without } from "./value.js";

/** Where the value stands in an item, and what it is when the items differ. */
export interface SpreadForm {
  /** The object in an item that holds the value, and the member of that object. */
  readonly host: string;
  readonly field: string;
  /** The member that tells items apart. */
  readonly key: string;
  /** Where items differ: the first of these that any item has, else `otherwise`. */
  readonly any: readonly JsonValue[];
  readonly otherwise: JsonValue;
  /** Where any item has the member `present`, the value is `value`, whatever the items say. */
  readonly unless?: { readonly present: string; readonly value: JsonValue };
}

interface Spread {
  readonly form: SpreadForm;
}

/** The slot of the host inside the residue of one item, and the one that says that it was absent. */
const slotOf = (form: SpreadForm): string => `/${form.host}`;
const absentSlotOf = (form: SpreadForm): string => `/${form.host}#absent`;

/** The slot of the value that all items amounted to: an edit of the value makes what the items had obsolete. */
const VALUE = "#value";

/** What was stored for an item: its host, null where it had none, undefined where nothing was stored. */
type StoredHost = JsonObject | null | undefined | "obsolete";

/** Up: the value in each item. What the items said by themselves is restored if it still amounts to the value. */
export function spreadValue(
  run: Run,
  list: Value,
  { form, at, own, other }: ResiduePlace & Spread,
  value: Value,
): Value {
  const items = arrayOf(list);
  if (items === undefined) return list;
  if (items.length === 0 && value !== undefined) setAside(run, own + VALUE, value, "not_carried");
  const residue = new KeyedResidue(run, own, other, (index) => keyOf(items[index], form.key));
  const hosts = residue.isEmpty ? undefined : standingHosts(run, value, items, form, at, residue);
  const result = items.map((item, index) => {
    const host = hosts === undefined ? restoredHost(undefined, value, form) : hosts[index];
    return withHost(run, item, index, host, form, at, residue);
  });
  residue.close(items.length, at);
  return result;
}

/** What the items had, where it still amounts to the value. */
function standingHosts(
  run: Run,
  value: Value,
  items: readonly JsonValue[],
  form: SpreadForm,
  at: string,
  residue: KeyedResidue,
): readonly (JsonObject | undefined)[] | undefined {
  const stored = items.map((_, index) => storedHost(residue.next(index), value, form));
  const hosts = stored.map((host) => restoredHost(host, value, form));
  const isStanding = isSame(gather(items, hosts, form), value);
  const isStale = stored.some((host) => host === "obsolete" || (host !== undefined && !isStanding));
  if (isStale) note(run, "residue_dropped", at);
  return isStanding ? hosts : undefined;
}

/** Down: the one value for all items, decided by the declared rule. An empty list has the value that was set aside. */
export function gatherValue(run: Run, list: Value, { form, other }: Pick<ResidueSlots, "other"> & Spread): Value {
  const items = arrayOf(list);
  if (items === undefined || items.length > 0) return amountOf(items, form);
  const stored = peek(run, other + VALUE);
  if (stored !== undefined) claim(run, other + VALUE);
  return stored;
}

function amountOf(items: readonly JsonValue[] | undefined, form: SpreadForm): Value {
  const hosts = items?.map((item) => objectOf(memberOf(item, form.host)));
  return items === undefined || hosts === undefined ? undefined : gather(items, hosts, form);
}

/** Down: the items without their hosts, which are set aside where they say more than the one value. */
export function gatherItems(run: Run, list: Value, { form, at, own, other }: ResiduePlace & Spread): Value {
  const items = arrayOf(list);
  if (items === undefined) return list;
  const value = amountOf(items, form);
  const residue = new KeyedResidue(run, own, other, (index) => keyOf(items[index], form.key));
  const result = items.map((item, index) => withoutHost(run, item, index, value, form, at, residue));
  residue.close(items.length, at);
  return result;
}

function gather(items: readonly JsonValue[], hosts: readonly (JsonObject | undefined)[], form: SpreadForm): Value {
  const { unless } = form;
  if (unless !== undefined && items.some((item) => memberOf(item, unless.present) !== undefined)) return unless.value;
  const values = hosts.map((host) => memberOf(host, form.field));
  if (values.every((value) => isSame(value, values[0]))) return values[0];
  return form.any.find((wanted) => values.some((value) => isSame(value, wanted))) ?? form.otherwise;
}

function storedHost(stored: JsonObject | undefined, value: Value, form: SpreadForm): StoredHost {
  const host = memberOf(stored, absentSlotOf(form)) === true ? null : objectOf(memberOf(stored, slotOf(form)));
  return host !== undefined && !isSame(memberOf(stored, VALUE), value) ? "obsolete" : host;
}

function restoredHost(stored: StoredHost, value: Value, form: SpreadForm): JsonObject | undefined {
  if (stored !== undefined && stored !== "obsolete") return stored ?? undefined;
  return value === undefined ? undefined : withMember({}, form.field, value);
}

/** Member by member: V8 gives an object made by `...` a hidden class of its own, and all code that reads it later is slower. */
function copyOf(object: JsonObject): Draft {
  return withOthers({}, object, [], 0);
}

/** Computed names in a literal are slow. */
function withMember(draft: Draft, name: string, value: JsonValue): Draft {
  draft[name] = value;
  return draft;
}

function withHost(
  run: Run,
  item: JsonValue,
  index: number,
  host: JsonObject | undefined,
  form: SpreadForm,
  at: string,
  residue: KeyedResidue,
): JsonValue {
  const object = objectOf(item);
  if (object === undefined) return item;
  const collision = memberOf(object, form.host);
  if (collision !== undefined) {
    residue.add(index, { [slotOf(form)]: collision });
    note(run, "field_collision", `${at}/${index}/${form.host}`);
  }
  if (host !== undefined) return withMember(copyOf(object), form.host, host);
  return collision === undefined ? object : without(object, [form.host]);
}

function withoutHost(
  run: Run,
  item: JsonValue,
  index: number,
  value: Value,
  form: SpreadForm,
  at: string,
  residue: KeyedResidue,
): JsonValue {
  const object = objectOf(item);
  const stored = residue.next(index);
  if (object === undefined) return item;
  const host = memberOf(object, form.host);
  if (!isPlain(host, value, form)) {
    residue.add(index, residueOf(host, value, form));
    const isEqual = isSame(memberOf(host, form.field), value);
    note(run, isEqual ? "not_carried" : "values_differ", `${at}/${index}/${form.host}`);
  }
  return giveBack(without(object, [form.host]), stored, form);
}

/** Whether going up again would make the same host from the value alone. */
function isPlain(host: Value, value: Value, form: SpreadForm): boolean {
  return isSame(host, value === undefined ? undefined : { [form.field]: value });
}

function residueOf(host: Value, value: Value, form: SpreadForm): JsonObject {
  const whole = value === undefined ? {} : { [VALUE]: value };
  return host === undefined ? { [absentSlotOf(form)]: true, ...whole } : { [slotOf(form)]: host, ...whole };
}

/** Restores a field of the older version that had the name of the host. */
function giveBack(rest: Draft, stored: JsonObject | undefined, form: SpreadForm): Draft {
  const field = memberOf(stored, slotOf(form));
  return field === undefined ? rest : { ...rest, [form.host]: field };
}
