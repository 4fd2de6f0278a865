/** Schemas that describe one and the same value together, and what they say of its properties. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import type { Member, SchemaNode } from "./survey.js";

export type Nodes = ReadonlyMap<JsonObject, SchemaNode>;

/** A schema, and all that describe the same value by `allOf`, `anyOf`, `$ref` and the like, to the end. The first is the schema itself. */
export interface Cluster {
  readonly described: readonly SchemaNode[];
  /** Those that only ask something of the value, by `if`. */
  readonly tests: readonly SchemaNode[];
}

export function clusterOf(schema: JsonObject, nodes: Nodes): Cluster {
  const alone = nodes.get(schema);
  if (alone !== undefined && !alone.members.some(isOfTheSameValue)) return { described: [alone], tests: [] };
  const described = reached([schema], nodes, ({ role }) => role === "part");
  const conditions = described.flatMap(({ members }) => members.filter(({ keyword }) => keyword === "if"));
  const tests = reached(
    conditions.map((member) => member.schema),
    nodes,
    isOfTheSameValue,
  );
  return { described, tests };
}

function isOfTheSameValue({ role, keyword }: Member): boolean {
  return role === "part" || keyword === "if";
}

function reached(starts: readonly JsonObject[], nodes: Nodes, leads: (member: Member) => boolean): SchemaNode[] {
  const seen = new Set(starts);
  for (const schema of seen) {
    for (const member of nodes.get(schema)?.members ?? []) if (leads(member)) seen.add(member.schema);
  }
  return [...seen].map((schema) => nodes.get(schema)).filter((node) => node !== undefined);
}

/** Whether a schema says that a value is an object, or what it has in it when it is one. */
export function isObjectSchema({ type, properties, patternProperties }: JsonObject): boolean {
  if (type !== undefined) return type === "object" || (Array.isArray(type) && type.includes("object"));
  return properties !== undefined || patternProperties !== undefined;
}

/** Whether names that are not listed are refused. */
export function isClosed({ additionalProperties, unevaluatedProperties }: JsonObject): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

/** Whether the value is a map: names that are not listed have a schema of their own. */
export function isMapSchema(schema: JsonObject): boolean {
  const { additionalProperties, unevaluatedProperties, propertyNames, properties } = schema;
  if (isJsonObject(additionalProperties) || isJsonObject(unevaluatedProperties)) return true;
  return propertyNames !== undefined && properties === undefined;
}

export function namesIn(value: JsonValue | undefined): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

export function hasPatterns({ patternProperties }: JsonObject): boolean {
  return namesIn(patternProperties).length > 0;
}

/** The names that a schema asks for. */
export function requiredBy({ required, dependentRequired, dependencies }: JsonObject): readonly string[] {
  if (dependentRequired === undefined && dependencies === undefined) return Array.isArray(required) ? required : [];
  const dependent = [dependentRequired, dependencies].filter(isJsonObject).flatMap((names) => Object.values(names));
  return [required, ...dependent].filter(Array.isArray).flat() as readonly string[];
}

/** The names that a schema says anything about. */
export function mentionedBy(schema: JsonObject): readonly string[] {
  return [...namesIn(schema.properties), ...requiredBy(schema)];
}

/** Keywords that say which properties an object has. */
const LISTING = [
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "minProperties",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "if",
  "then",
  "else",
];

/**
 * The schemas that a schema leaves everything to, so that each of them describes the whole value: what it refers to, or the
 * branches of a union. Undefined when it says something of the value's properties itself.
 */
export function leftTo({ schema, members }: SchemaNode): readonly Member[] | undefined {
  const parts = members.filter(({ role }) => role === "part");
  const [first] = parts;
  const isSilent =
    namesIn(schema.properties).length === 0 &&
    LISTING.every((keyword) => schema[keyword] === undefined) &&
    (schema.additionalProperties ?? true) === true;
  if (first === undefined || !isSilent || parts.some(({ keyword }) => keyword !== first.keyword)) return undefined;
  const isUnion = first.keyword === "anyOf" || first.keyword === "oneOf";
  return isUnion || parts.length === 1 ? parts : undefined;
}
