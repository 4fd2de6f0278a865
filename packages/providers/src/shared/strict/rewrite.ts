/** Writes a closed schema in a provider's strict form, schema by schema. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import { allowsNull } from "./allows-null.js";
import { innerSchemas, type MemberChanges } from "./inner-schemas.js";
import type { Refuse } from "./refusal.js";
import type { StrictRules } from "./rules.js";

interface State {
  readonly root: JsonObject;
  readonly rules: StrictRules;
  readonly refuse: Refuse;
}

/** @param root Every object in it is closed. */
export function strictSchema(root: JsonObject, rules: StrictRules, refuse: Refuse): JsonObject {
  const state: State = { root, rules, refuse };
  if (root.anyOf !== undefined || root.oneOf !== undefined || root.enum !== undefined || root.$ref !== undefined)
    refuse("", "the root has to be an object without alternatives");
  return rewritten(root, "", state);
}

function rewritten(given: JsonValue, place: string, state: State): JsonObject {
  if (!isJsonObject(given)) {
    state.refuse(place, "a schema has to say what is valid");
    return EMPTY;
  }
  lookAt(given, place, state);
  const { oneOf = given.oneOf, ...others } = membersOf(given, place, state);
  // Alternatives that exclude one another are told as alternatives.
  const changes: MemberChanges = given.oneOf === undefined ? others : { ...others, oneOf: undefined, anyOf: oneOf };
  return replaceMembers(given, changes as Partial<JsonObject>);
}

const EMPTY: JsonObject = Object.freeze({});

/** Refuses what cannot be said. */
function lookAt(schema: JsonObject, place: string, { rules, refuse }: State): void {
  for (const keyword of Object.keys(schema))
    if (rules.refused.has(keyword))
      refuse(`${place}/${keyword}`, "the provider does not take this keyword in strict tools");
  const { format, minItems } = schema;
  if (typeof minItems === "number" && minItems > rules.max_min_items)
    refuse(`${place}/minItems`, "the provider does not hold a list to so many items");
  if (typeof format === "string" && !rules.formats.has(format))
    refuse(`${place}/format`, "the provider does not know this format");
  if (schema.$id !== undefined && place !== "")
    refuse(`${place}/$id`, "a schema inside of another cannot have an address");
  if (schema.anyOf !== undefined && schema.oneOf !== undefined)
    refuse(`${place}/oneOf`, "a schema cannot have two lists of alternatives");
  if (schema.$ref !== undefined && Object.keys(schema).some((keyword) => !BESIDE_REFERENCE.has(keyword)))
    refuse(place, "a reference cannot stand beside other rules");
  if (isOfObjects(schema) && schema.additionalProperties !== false)
    refuse(place, "an object is closed only where something else describes it as well");
  if (schema.type === "array" && schema.items === undefined) refuse(place, "the items of a list have to be described");
  if (!TELLING.some((keyword) => schema[keyword] !== undefined)) refuse(place, "a schema has to say what is valid");
}

const BESIDE_REFERENCE: ReadonlySet<string> = new Set([
  "$ref",
  "$comment",
  "default",
  "description",
  "examples",
  "title",
  "deprecated",
]);
const TELLING = ["type", "$ref", "anyOf", "oneOf", "enum", "const"];

function membersOf(schema: JsonObject, place: string, state: State): MemberChanges {
  const isOptional = optionalIn(schema, state);
  const changes = innerSchemas(schema, (inner, step, property) => {
    const written = rewritten(inner, place + step, state);
    const isAdded = property !== undefined && isOptional(property) && !allowsNull(inner, state.root);
    return isAdded ? orNull(written) : written;
  });
  for (const keyword of state.rules.omitted) if (schema[keyword] !== undefined) changes[keyword] = undefined;
  if (schema.type === undefined) Object.assign(changes, inferredType(schema, place, state));
  return { ...changes, ...listedProperties(schema, state), ...referenceOf(schema, state) };
}

/** Which properties may be left out, although the provider wants them all. */
function optionalIn({ required }: JsonObject, { rules }: State): (property: string) => boolean {
  const isRequired = new Set(Array.isArray(required) ? (required as readonly string[]) : []);
  return (property) => rules.require_all && !isRequired.has(property);
}

/** Values without their type are refused, so it is read off them. */
function inferredType(schema: JsonObject, place: string, { refuse }: State): MemberChanges {
  const values = Array.isArray(schema.enum)
    ? (schema.enum as readonly JsonValue[])
    : schema.const === undefined
      ? []
      : [schema.const];
  if (values.length === 0) return {};
  const types = [...new Set(values.map(typeOf))];
  if (types.some((type) => type === "object" || type === "array"))
    refuse(place, "objects and lists cannot be listed as values");
  return { type: types.length === 1 ? (types[0] as string) : Object.freeze(types) };
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** A reference takes no company, so it becomes the only alternative of a schema that does. */
function referenceOf(schema: JsonObject, { rules }: State): MemberChanges {
  const { $ref } = schema;
  if ($ref === undefined || Object.keys(schema).every((keyword) => keyword === "$ref" || rules.omitted.has(keyword)))
    return {};
  return { $ref: undefined, anyOf: Object.freeze([Object.freeze({ $ref })]) };
}

function isOfObjects({ type, properties }: JsonObject): boolean {
  return properties !== undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}

/** Every property is required, where the provider wants it so. */
function listedProperties(schema: JsonObject, { rules }: State): MemberChanges {
  if (!rules.require_all) return {};
  const { properties } = schema;
  if (isJsonObject(properties)) return { required: Object.freeze(Object.keys(properties)) };
  return isOfObjects(schema) ? { properties: EMPTY, required: NONE } : {};
}

const NONE: readonly string[] = Object.freeze([]);

/** The same, or null. */
function orNull(schema: JsonObject): JsonObject {
  const { type } = schema;
  const isPlain = schema.enum === undefined && schema.const === undefined && schema.anyOf === undefined;
  if (isPlain && typeof type === "string") return replaceMembers(schema, { type: Object.freeze([type, "null"]) });
  if (isPlain && Array.isArray(type)) return replaceMembers(schema, { type: Object.freeze([...type, "null"]) });
  if (type === undefined && Array.isArray(schema.anyOf))
    return replaceMembers(schema, { anyOf: Object.freeze([...schema.anyOf, NULL]) });
  return Object.freeze({ anyOf: Object.freeze([schema, NULL]) });
}

const NULL: JsonObject = Object.freeze({ type: "null" });
