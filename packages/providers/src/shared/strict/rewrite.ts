/** Writes a closed schema in a provider's strict form, schema by schema. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { replaceMembers } from "@parlance/core/json";
import { isJsonObject } from "../answer/json-object.js";
import type { StrictRules } from "../strict-rules.js";
import { allowsNull } from "./allows-null.js";
import type { Refuse } from "./refusal.js";

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

/** Undefined as a member leaves it out. */
type Changes = Record<string, JsonValue | undefined>;

function rewritten(given: JsonValue, place: string, state: State): JsonObject {
  if (!isJsonObject(given)) {
    state.refuse(place, "a schema has to say what is valid");
    return EMPTY;
  }
  lookAt(given, place, state);
  const { oneOf, ...others } = membersOf(given, place, state);
  // Alternatives that exclude one another are told as alternatives.
  const changes: Changes = given.oneOf === undefined ? others : { ...others, oneOf: undefined, anyOf: oneOf };
  return replaceMembers(given, changes as Partial<JsonObject>);
}

const EMPTY: JsonObject = Object.freeze({});

/** Refuses what cannot be said. */
function lookAt(schema: JsonObject, place: string, { rules, refuse }: State): void {
  for (const keyword of Object.keys(schema))
    if (rules.refused.has(keyword))
      refuse(`${place}/${keyword}`, "the provider does not take this keyword in strict tools");
  if (schema.$id !== undefined && place !== "")
    refuse(`${place}/$id`, "a schema inside of another cannot have an address");
  if (schema.anyOf !== undefined && schema.oneOf !== undefined)
    refuse(`${place}/oneOf`, "a schema cannot have two lists of alternatives");
  if (schema.$ref !== undefined && Object.keys(schema).some((keyword) => !BESIDE_REFERENCE.has(keyword)))
    refuse(place, "a reference cannot stand beside other rules");
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

function membersOf(schema: JsonObject, place: string, state: State): Changes {
  const changes: Changes = {};
  for (const keyword of state.rules.omitted) if (schema[keyword] !== undefined) changes[keyword] = undefined;
  for (const keyword of ["$defs", "definitions"]) {
    const named = schema[keyword];
    if (isJsonObject(named)) changes[keyword] = mapped(named, (one) => rewritten(one, `${place}/${keyword}/*`, state));
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    const listed = schema[keyword];
    if (Array.isArray(listed))
      changes[keyword] = Object.freeze(listed.map((one, at) => rewritten(one, `${place}/${keyword}/${at}`, state)));
  }
  if (schema.items !== undefined) changes.items = rewritten(schema.items, `${place}/items`, state);
  if (schema.type === undefined) Object.assign(changes, inferredType(schema, place, state));
  return { ...changes, ...propertiesOf(schema, place, state), ...referenceOf(schema, state) };
}

/** Values without their type are refused, so it is read off them. */
function inferredType(schema: JsonObject, place: string, { refuse }: State): Changes {
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
function referenceOf(schema: JsonObject, { rules }: State): Changes {
  const { $ref } = schema;
  if ($ref === undefined || Object.keys(schema).every((keyword) => keyword === "$ref" || rules.omitted.has(keyword)))
    return {};
  return { $ref: undefined, anyOf: Object.freeze([Object.freeze({ $ref })]) };
}

function propertiesOf(schema: JsonObject, place: string, state: State): Changes {
  const { properties, required } = schema;
  const isObject = schema.type === "object" || (Array.isArray(schema.type) && schema.type.includes("object"));
  if (!isJsonObject(properties))
    return isObject && state.rules.require_all ? { properties: EMPTY, required: NONE } : {};
  const names = Object.keys(properties);
  const isRequired = new Set(Array.isArray(required) ? (required as readonly string[]) : []);
  const inner = mapped(properties, (one, name) => {
    const written = rewritten(one, `${place}/properties/*`, state);
    return state.rules.require_all && !isRequired.has(name) && !allowsNull(one, state.root) ? orNull(written) : written;
  });
  return state.rules.require_all ? { properties: inner, required: Object.freeze(names) } : { properties: inner };
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

function mapped(named: JsonObject, write: (one: JsonValue, name: string) => JsonValue): JsonObject {
  // Not by assignment: a property may have the name `__proto__`.
  return replaceMembers(
    named,
    Object.fromEntries(Object.entries(named).map(([name, one]) => [name, write(one, name)])),
  );
}
