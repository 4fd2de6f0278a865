/** Typed access to the members of a JSON object of a migration file; every complaint names the file and the place. */

import { isArray, isObject, pointerStep } from "../json.js";
import type { Json } from "../model.js";
import { SchemaError } from "../schema-error.js";

/** A JSON object at a place of a file. */
export class Reader {
  readonly file: string;
  readonly place: string;
  readonly #object: { readonly [key: string]: Json };

  constructor(file: string, place: string, json: Json | undefined) {
    this.file = file;
    this.place = place;
    if (!isObject(json)) throw new SchemaError(file, place, "must be an object");
    this.#object = json;
  }

  fail(reason: string, key?: string): never {
    throw new SchemaError(this.file, key === undefined ? this.place : this.place + pointerStep(key), reason);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#object, key);
  }

  keys(): string[] {
    return Object.keys(this.#object);
  }

  /** Refuses members that are not listed: a misspelt option would otherwise do nothing. */
  only(...names: readonly string[]): void {
    const other = this.keys().find((key) => !names.includes(key) && key !== "description");
    if (other !== undefined) this.fail(`unknown member; possible are ${names.join(", ")}`, other);
  }

  json(key: string): Json {
    const value = this.#object[key];
    return this.has(key) && value !== undefined ? value : this.fail(`needs the member "${key}"`);
  }

  text(key: string): string {
    const value = this.json(key);
    return typeof value === "string" ? value : this.fail("must be a string", key);
  }

  number(key: string): number {
    const value = this.json(key);
    return typeof value === "number" ? value : this.fail("must be a number", key);
  }

  array(key: string): readonly Json[] {
    const value = this.json(key);
    return isArray(value) ? value : this.fail("must be an array", key);
  }

  /** One of a few strings; the first when absent. */
  choice<Name extends string>(key: string, names: readonly [Name, ...Name[]]): Name {
    if (!this.has(key)) return names[0];
    const value = this.text(key);
    return names.find((name) => name === value) ?? this.fail(`must be one of ${names.join(", ")}`, key);
  }

  /** A JSON Pointer; the empty one only where it is allowed. */
  pointer(key: string, mayBeEmpty = false): string {
    const value = this.text(key);
    const isPointer = value === "" ? mayBeEmpty : isNamedPointer(value);
    return isPointer ? value : this.fail("must be a JSON Pointer to a named property", key);
  }

  /** Two different JSON Pointers. */
  pointers(key: string): readonly [string, string] {
    const [first, second, ...more] = this.array(key);
    const isPair = isNamedPointer(first) && isNamedPointer(second) && first !== second && more.length === 0;
    return isPair ? [first, second] : this.fail("must be two different JSON Pointers to named properties", key);
  }

  /** The name of a property. */
  name(key: string): string {
    const value = this.text(key);
    return isName(value) ? value : this.fail("must be the name of a property", key);
  }

  /** Names of properties, at least one. */
  names(key: string): readonly string[] {
    const names = this.array(key);
    return names.length > 0 && names.every(isName) ? names : this.fail("must be names of properties", key);
  }

  inner(key: string): Reader {
    return new Reader(this.file, this.place + pointerStep(key), this.json(key));
  }

  /** The objects of an array. */
  list(key: string): Reader[] {
    const place = this.place + pointerStep(key);
    return this.array(key).map((item, index) => new Reader(this.file, place + pointerStep(index), item));
  }

  /** `{ key: value }` if the member is there, else nothing: for members that may be absent. */
  optional<Key extends string, Value>(key: Key, read: (key: Key) => Value): { readonly [name in Key]?: Value } {
    return this.has(key) ? ({ [key]: read(key) } as { [name in Key]: Value }) : {};
  }
}

function isName(value: Json): value is string {
  return typeof value === "string" && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value);
}

function isNamedPointer(value: Json | undefined): value is string {
  return typeof value === "string" && /^(\/[A-Za-z_][A-Za-z0-9_]*)+$/.test(value);
}
