/** Writes the schemas directly inside of a schema. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";

/**
 * @param step JSON Pointer from the schema to the one inside; a name that somebody made up is `*`.
 * @param property The name of the property that it describes, if it is one.
 */
type Write = (inner: JsonValue, step: string, property?: string) => JsonValue;

/** Members to replace; undefined as a member leaves it out. */
export type MemberChanges = Record<string, JsonValue | undefined>;

const BY_NAME = ["properties", "$defs", "definitions"];
const LISTED = ["anyOf", "oneOf", "allOf"];

/** The members that have schemas in them, where any of these was changed. */
export function innerSchemas(schema: JsonObject, write: Write): MemberChanges {
  const changes: MemberChanges = {};
  for (const keyword of BY_NAME) {
    const named = schema[keyword];
    if (!isJsonObject(named)) continue;
    const written = mapped(named, (inner, name) =>
      keyword === "properties" ? write(inner, `/${keyword}/*`, name) : write(inner, `/${keyword}/*`),
    );
    if (written !== named) changes[keyword] = written;
  }
  for (const keyword of LISTED) {
    const listed = schema[keyword];
    if (!Array.isArray(listed)) continue;
    const written = listed.map((inner, at) => write(inner, `/${keyword}/${at}`));
    if (written.some((inner, at) => inner !== listed[at])) changes[keyword] = Object.freeze(written);
  }
  if (schema.items !== undefined) {
    const written = write(schema.items, "/items");
    if (written !== schema.items) changes.items = written;
  }
  return changes;
}

/** The same object where nothing changed. */
function mapped(named: JsonObject, write: (inner: JsonValue, name: string) => JsonValue): JsonObject {
  const changed = Object.entries(named)
    .map(([name, inner]) => [name, inner, write(inner, name)] as const)
    .filter(([, before, after]) => before !== after);
  // Not by assignment: a property may have the name `__proto__`.
  return changedBy(named, Object.fromEntries(changed.map(([name, , after]) => [name, after])));
}

/** A frozen copy, or the object itself where there is nothing to change. */
export function changedBy(schema: JsonObject, changes: MemberChanges): JsonObject {
  return Object.keys(changes).length === 0 ? schema : replaceMembers(schema, changes as Partial<JsonObject>);
}
