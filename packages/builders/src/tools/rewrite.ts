/** Changes some objects in a JSON value and shares all that stays as it is. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";

/** Members to set by object; those given as undefined are taken away. */
export type ChangesByObject = ReadonlyMap<JsonObject, Readonly<Record<string, JsonValue | undefined>>>;

/** A frozen copy with the changes, digit by digit; the value itself where nothing changes. */
export function rewrittenMembers<Value extends JsonValue>(value: Value, changes: ChangesByObject): Value {
  return rewrittenValue(value, changes) as Value;
}

function rewrittenValue(value: JsonValue, changes: ChangesByObject): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map((item) => rewrittenValue(item, changes));
    return items.some((item, index) => item !== value[index]) ? Object.freeze(items) : value;
  }
  return isJsonObject(value) ? rewrittenObject(value, changes) : value;
}

function rewrittenObject(value: JsonObject, changes: ChangesByObject): JsonObject {
  const members: (readonly [string, JsonValue])[] = [];
  for (const key in value) {
    const member = value[key] as JsonValue;
    const after = typeof member === "object" ? rewrittenValue(member, changes) : member;
    if (after !== member) members.push([key, after]);
  }
  const own = changes.get(value);
  if (members.length === 0) return own === undefined ? value : replaceMembers(value, own as Partial<JsonObject>);
  // Not by assignment: a property may have the name `__proto__`.
  const changed = Object.fromEntries([...members, ...Object.entries(own ?? {})]);
  return replaceMembers(value, changed as Partial<JsonObject>);
}
