/**
 * Part of resolve: spells out what `required` means in a condition. An optional property may be null on the wire, which
 * is the same as absent; so a condition that asks for the property asks for it to be present and not null.
 */

import { isArray, isObject, stringsOf } from "../json.js";
import { IN_PLACE, mapSubschemas } from "../keywords.js";
import type { Json, JsonSchema } from "../model.js";
import { follow } from "../references.js";
import { acceptsNull } from "../verdicts.js";
import type { NamedSchema, NamedSchemas } from "./named-schema.js";

const NOT_NULL: JsonSchema = { not: { type: "null" } };

/** All definitions with their conditions spelled out. */
export function spellOutConditions(definitions: NamedSchemas): NamedSchemas {
  const result = new Map<string, NamedSchema>();
  for (const [name, definition] of definitions) {
    result.set(name, { ...definition, schema: spellOut(definition.schema, undefined, definitions) });
  }
  return result;
}

/**
 * @param host The object schema that a condition speaks about; undefined outside conditions.
 */
function spellOut(schema: JsonSchema, host: JsonSchema | undefined, definitions: NamedSchemas): JsonSchema {
  const describesObject = host === undefined || (schema.type === "object" && host.properties === undefined);
  const subject = describesObject ? schema : host;
  const spelled = mapSubschemas(schema, (sub, step) =>
    spellOut(sub, hostOf(step, subject, host, definitions), definitions),
  );
  return describesObject ? spelled : requirePresence(spelled, host, definitions);
}

/** What a subschema speaks about: in-place keywords about the same object, a condition's properties about the host's. */
function hostOf(
  step: string,
  subject: JsonSchema,
  host: JsonSchema | undefined,
  definitions: NamedSchemas,
): JsonSchema | undefined {
  const [, keyword = "", name = ""] = step.split("/");
  if (IN_PLACE.includes(keyword)) return subject;
  if (host === undefined || keyword !== "properties") return undefined;
  const property = propertyOf(host, name);
  return isObject(property) ? follow(property, definitions) : {};
}

function requirePresence(condition: JsonSchema, host: JsonSchema, definitions: NamedSchemas): JsonSchema {
  const added: Record<string, Json> = {};
  for (const name of stringsOf(condition.required)) {
    const own = propertyOf(condition, name);
    if (isPresenceEnough(host, name, definitions) || !acceptsNull(own, definitions)) continue;
    added[name] = isObject(own) && Object.keys(own).length > 0 ? { allOf: [own, NOT_NULL] } : NOT_NULL;
  }
  if (Object.keys(added).length === 0) return condition;
  const properties = isObject(condition.properties) ? condition.properties : {};
  return { ...condition, properties: { ...properties, ...added } };
}

/** A required property is never null unless null is a value of it; a slot that takes null by itself means it. */
function isPresenceEnough(host: JsonSchema, name: string, definitions: NamedSchemas): boolean {
  const property = propertyOf(host, name);
  return property !== undefined && (isRequired(host, name) || acceptsNull(property, definitions));
}

function isRequired(host: JsonSchema, name: string): boolean {
  return isArray(host.required) && host.required.includes(name);
}

function propertyOf(schema: JsonSchema, name: string): Json | undefined {
  const { properties } = schema;
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
