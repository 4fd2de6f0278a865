/** Writes places that the schema of another library complains about as JSON Pointers without content. */

import { pointerKey } from "@parlance/core/internal";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";

/** Keys and indexes that lead from a value to something in it. */
export type Place = readonly PropertyKey[];

type Converter = StandardJSONSchemaV1.Converter;

const TARGETS = ["draft-2020-12", "draft-07"];

/**
 * A printer of places in a value. A key that stands in the value may be content, as in a map: it is shown where the schema names it
 * and is `*` otherwise. A key that does not stand there can only come from the schema.
 */
export function placePrinter(schema: StandardSchemaV1 | undefined, value: unknown): (place: Place) => string {
  const names = new Set<string>();
  if (schema !== undefined) collectNames(jsonSchemaOf(schema), names, new Set());
  return (place) => place.map((step, at) => `/${shown(valueAtPlace(value, place.slice(0, at)), step, names)}`).join("");
}

function shown(holder: unknown, step: PropertyKey, names: ReadonlySet<string>): string {
  const key = String(step);
  const isPublic = Array.isArray(holder) ? /^\d+$/.test(key) : !isOwn(holder, step) || names.has(key);
  return isPublic && typeof step !== "symbol" ? pointerKey(key) : "*";
}

/** What stands at a place of a value; undefined for nothing. */
export function valueAtPlace(value: unknown, place: Place): unknown {
  return place.reduce(memberOf, value);
}

function memberOf(holder: unknown, step: PropertyKey): unknown {
  return isOwn(holder, step) ? (holder as Readonly<Record<PropertyKey, unknown>>)[step] : undefined;
}

function isOwn(holder: unknown, step: PropertyKey): boolean {
  return typeof holder === "object" && holder !== null && Object.hasOwn(holder, step);
}

/** The schema as JSON Schema where its library can say it; without it fewer keys are shown. */
function jsonSchemaOf(schema: StandardSchemaV1): unknown {
  for (const target of TARGETS) {
    try {
      return (schema["~standard"] as { readonly jsonSchema?: Converter }).jsonSchema?.input({ target });
    } catch {
      // The library does not know the target, or JSON Schema cannot say what the schema does.
    }
  }
  return undefined;
}

/** The names of all properties that a JSON Schema declares anywhere. */
function collectNames(node: unknown, names: Set<string>, seen: Set<unknown>): void {
  if (typeof node !== "object" || node === null || seen.has(node)) return;
  seen.add(node);
  for (const [keyword, member] of Object.entries(node)) {
    if (keyword === "properties" && typeof member === "object" && member !== null)
      for (const name of Object.keys(member)) names.add(name);
    collectNames(member, names, seen);
  }
}
