/** Part of bundle: spells out what the sources leave to convention. */

import { isArray, isObject, omit, stringsOf } from "../json.js";
import { mapSubschemas } from "../keywords.js";
import type { Json, JsonSchema, Node } from "../model.js";
import type { SchemaSet } from "../references.js";
import { acceptsNull } from "../verdicts.js";

/** Annotations that stay outside when a schema is wrapped. */
const OUTSIDE = ["title", "description", "default", "deprecated", "examples"];

/**
 * The published form of a definition.
 * @param node The definition's node; an open branch's node holds the tags that it must not have.
 */
export function publishSchema(schema: JsonSchema, node: Node, definitions: SchemaSet): JsonSchema {
  return publish(schema, excludedTags(node), definitions);
}

function publish(schema: JsonSchema, knownTags: readonly string[], definitions: SchemaSet): JsonSchema {
  const inner = mapSubschemas(schema, (sub) => publish(sub, knownTags, definitions));
  const nullable = isObject(inner.properties) ? { ...inner, properties: admitNulls(inner, definitions) } : inner;
  const tagged = schema["x-open-tag"] === true ? { ...nullable, not: { enum: knownTags } } : nullable;
  return withoutUnpublished(tagged);
}

/** The tags that the open branch's tag property excludes; none for other definitions. */
function excludedTags(node: Node): readonly string[] {
  if (node.kind !== "object") return [];
  const conditions = node.properties.flatMap((property) => property.node.also ?? []);
  return conditions.flatMap((condition) =>
    condition.kind === "not" && condition.node.kind === "literals" ? stringsOf(condition.node.values) : [],
  );
}

/** Without the keywords of our own, and without `format`: validators differ on whether and how to check it, and strict ones refuse it. */
function withoutUnpublished(schema: JsonSchema): JsonSchema {
  return omit(
    schema,
    Object.keys(schema).filter((keyword) => keyword === "format" || keyword.startsWith("x-")),
  );
}

/** The properties of an object, null admitted to those that are optional. */
function admitNulls(schema: JsonSchema, definitions: SchemaSet): JsonSchema {
  const required = stringsOf(schema.required);
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return Object.fromEntries(
    properties.map(([name, property]) => [name, required.includes(name) ? property : admitNull(property, definitions)]),
  );
}

function admitNull(property: Json, definitions: SchemaSet): Json {
  if (acceptsNull(property, definitions)) return property;
  if (!isObject(property)) return { type: "null" };
  return admitNullInPlace(property) ?? wrapWithNull(property);
}

/** Null added to `type` and `enum`, where nothing else in the schema could refuse it. */
function admitNullInPlace(property: JsonSchema): JsonSchema | undefined {
  const { type, const: constant, enum: values } = property;
  const blocking = ["$ref", "oneOf", "anyOf", "allOf", "not", "if"];
  if (isArray(type) || blocking.some((keyword) => keyword in property)) return undefined;
  const allowed = constant === undefined ? values : [constant];
  const spelled = isArray(allowed) ? { ...omit(property, ["const"]), enum: [...allowed, null] } : property;
  return type === undefined ? spelled : { ...spelled, type: [type, "null"] };
}

function wrapWithNull(property: JsonSchema): JsonSchema {
  const annotations = Object.keys(property).filter((keyword) => OUTSIDE.includes(keyword));
  const outside = Object.fromEntries(annotations.map((keyword) => [keyword, property[keyword] ?? null]));
  const inside = omit(property, annotations);
  const branches = isArray(inside.anyOf) && Object.keys(inside).length === 1 ? inside.anyOf : [inside];
  return { ...outside, anyOf: [...branches, { type: "null" }] };
}
