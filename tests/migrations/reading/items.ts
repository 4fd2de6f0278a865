/** Residue of the items of a list under their keys, and the one value that stands for a value in each item. */

import { isArray, isObject } from "../../../tools/generator/src/json.js";
import type { Spread } from "../../../tools/generator/src/migrations/format.js";
import type { Json } from "../../../tools/generator/src/model.js";
import type { Residue } from "./record.js";
import { type Fields, isSame, memberOf, objectFrom, type Value, withMember } from "./values.js";

/** A slot with residue per item. */
export class ItemResidue {
  readonly #stored: Value;
  readonly #seen = new Map<string, number>();
  readonly #kept = new Map<string, Fields[]>();

  constructor(residue: Residue, slot: string) {
    this.#stored = residue.in(slot)?.value;
  }

  /** What is stored for the next item with this key. */
  next(key: string): Value {
    const list = memberOf(this.#stored, key);
    const at = this.#seen.get(key) ?? 0;
    this.#seen.set(key, at + 1);
    return isArray(list) ? list[at] : undefined;
  }

  add(key: string, kept: Fields | undefined): void {
    this.#kept.set(key, [...(this.#kept.get(key) ?? []), kept ?? {}]);
  }

  close(residue: Residue, slot: string): void {
    const filled = [...this.#kept].filter(([, list]) => list.some((kept) => Object.keys(kept).length > 0));
    if (filled.length > 0) residue.setAside(slot, objectFrom(filled));
  }
}

/** The key of an item. */
export function keyOf(item: Json, name: string | undefined): string {
  const key = name === undefined ? undefined : memberOf(item, name);
  return typeof key === "string" ? key : "";
}

/** Up: the value in each item. */
export function spread(residue: Residue, value: Value, list: Value, form: Spread, own: string, other: string): Value {
  if (!isArray(list)) return list;
  const items = new ItemResidue(residue, other);
  const plain = value === undefined ? undefined : { [form.field]: value };
  const stored = list.map((item) => storedHost(items.next(keyOf(item, form.key)), value, form));
  const hosts = stored.map((one) => (one === undefined ? plain : one.host));
  const isStanding = isSame(amount(list, hosts, form), value);
  if (list.length === 0 && value !== undefined) residue.setAside(`${own}#value`, value);
  const spreadItems = list.map((item, index) => {
    const collision = memberOf(item, form.host);
    items.add(keyOf(item, form.key), collision === undefined ? undefined : { [`/${form.host}`]: collision });
    return isObject(item) ? withMember(item, form.host, isStanding ? hosts[index] : plain) : item;
  });
  items.close(residue, own);
  return spreadItems;
}

function storedHost(stored: Value, value: Value, form: Spread): { readonly host: Value } | undefined {
  if (!isSame(memberOf(stored, "#value"), value)) return undefined;
  if (memberOf(stored, `/${form.host}#absent`) === true) return { host: undefined };
  const host = memberOf(stored, `/${form.host}`);
  return isObject(host) ? { host } : undefined;
}

/** Down: the one value, and the items without it. */
export function gather(
  residue: Residue,
  list: Value,
  form: Spread,
  own: string,
  other: string,
): { readonly value: Value; readonly list: Value } {
  if (!isArray(list)) return { value: undefined, list };
  if (list.length === 0) return { value: residue.in(`${other}#value`)?.value, list };
  const hosts = list.map((item) => memberOf(item, form.host));
  const value = amount(list, hosts, form);
  const items = new ItemResidue(residue, other);
  const plain = value === undefined ? undefined : { [form.field]: value };
  const gathered = list.map((item, index) => {
    const key = keyOf(item, form.key);
    const before = memberOf(items.next(key), `/${form.host}`);
    items.add(key, isSame(hosts[index], plain) ? undefined : hostResidue(hosts[index], value, form));
    return isObject(item) ? withMember(item, form.host, before) : item;
  });
  items.close(residue, own);
  return { value, list: gathered };
}

function hostResidue(host: Value, value: Value, form: Spread): Fields {
  const kept: readonly [string, Value] = host === undefined ? [`/${form.host}#absent`, true] : [`/${form.host}`, host];
  return objectFrom([kept, ["#value", value]]);
}

function amount(list: readonly Json[], hosts: readonly Value[], form: Spread): Value {
  const { unless } = form;
  if (unless !== undefined && list.some((item) => memberOf(item, unless.present) !== undefined)) return unless.value;
  const values = hosts.map((host) => memberOf(host, form.field));
  if (values.every((value) => isSame(value, values[0]))) return values[0];
  return form.any.find((wanted) => values.some((value) => isSame(value, wanted))) ?? form.else;
}
