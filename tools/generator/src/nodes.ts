/** Phase 3, model: reads a resolved schema into nodes, the form that the emitters understand. */

import { isArray, isObject, pick, stringsOf } from "./json.js";
import type { Json, JsonSchema, Node } from "./model.js";
import { ANYTHING, type Context, inside, readInside, wrong } from "./nodes/context.js";
import { objectNode } from "./nodes/objects.js";
import { literalsNode, numberNode, stringNode } from "./nodes/scalars.js";
import { untypedNode } from "./nodes/untyped.js";
import { refName, type SchemaSet } from "./references.js";
import type { NamedSchema } from "./resolve/named-schema.js";
import { unionOf } from "./unions.js";
import { areDisjoint, typesOf } from "./verdicts.js";

/**
 * The node of a definition.
 * @param knownTags For an open branch: the tags that it must not have.
 * @throws SchemaError for what the profile cannot express.
 */
export function nodeOfDefinition(owner: NamedSchema, definitions: SchemaSet, knownTags: readonly string[]): Node {
  const { file, pointer } = owner;
  return read(owner.schema, { file, pointer, definitions, knownTags, read });
}

function read(schema: Json | undefined, context: Context): Node {
  if (schema === undefined || schema === true) return ANYTHING;
  if (schema === false) return { kind: "not", node: ANYTHING };
  if (!isObject(schema)) throw wrong(context, "a schema must be an object, true or false");
  const name = refName(schema);
  if (name !== undefined) return { kind: "ref", name };
  const main = mainNode(schema, context);
  const node = combine(main, conditionsOf(schema, context, main));
  const checks = stringsOf(schema["x-checks"]);
  return checks.length === 0 ? node : { ...node, checks };
}

/** One node that holds when the main node and all conditions hold. */
function combine(main: Node | undefined, conditions: readonly Node[]): Node {
  if (conditions.length === 0) return main ?? ANYTHING;
  if (main !== undefined) return { ...main, also: [...(main.also ?? []), ...conditions] };
  const [first, ...others] = conditions;
  return first !== undefined && others.length === 0 ? first : { kind: "all", nodes: conditions };
}

/** What kind of value the schema describes; undefined when it only states conditions. */
function mainNode(schema: JsonSchema, context: Context): Node | undefined {
  if (schema["x-user-data"] === true) return userDataNode(schema, context);
  if (schema.oneOf !== undefined) return unionNode(schema, context);
  const literals = literalsNode(schema, context);
  if (literals !== undefined) return withLimits(literals, schema, context);
  if (isArray(schema.type))
    return { kind: "choice", nodes: schema.type.map((type) => typedNode(schema, type, context)) };
  if (schema.type !== undefined) return typedNode(schema, schema.type, context);
  if (isTypeChoice(schema, context)) return choiceNode(schema, context);
  return untypedNode(schema, context, arrayNode);
}

/** Literals, and the limits that stand beside them. */
function withLimits(literals: Node, schema: JsonSchema, context: Context): Node {
  const limits = untypedNode(schema, context, arrayNode);
  return limits === undefined ? literals : { ...literals, also: [limits] };
}

function userDataNode(schema: JsonSchema, context: Context): Node {
  if (schema.type !== undefined && schema.type !== "object") {
    throw wrong(inside(context, "type"), "a slot for user data takes any JSON, or any JSON object");
  }
  const limits = untypedNode(pick(schema, ["propertyNames", "minProperties", "maxProperties"]), context, arrayNode);
  const node: Node = { kind: "user_data", object: schema.type === "object" };
  return limits === undefined ? node : { ...node, also: [limits] };
}

function unionNode(schema: JsonSchema, context: Context): Node {
  if (!isArray(schema.oneOf)) throw wrong(inside(context, "oneOf"), "oneOf must be an array");
  const union = unionOf(schema.oneOf, context.definitions);
  if (typeof union === "string") throw wrong(inside(context, "oneOf"), union);
  return union;
}

function typedNode(schema: JsonSchema, type: Json, context: Context): Node {
  switch (type) {
    case "string":
      return stringNode(schema);
    case "number":
    case "integer":
      return numberNode(schema, type === "integer");
    case "boolean":
    case "null":
      return { kind: type };
    case "array":
      return arrayNode(schema, context);
    case "object":
      return objectNode(schema, context);
    default:
      throw wrong(inside(context, "type"), `there is no JSON type ${JSON.stringify(type)}`);
  }
}

function arrayNode(schema: JsonSchema, context: Context): Node {
  const limits = pick(schema, ["minItems", "maxItems", "uniqueItems"]);
  if (schema.uniqueItems === true) refuseUniqueObjects(schema.items, context);
  return { kind: "array", items: readInside(schema.items, context, "items"), ...limits };
}

/** Two objects that differ as written may be equal when decoded: null, absent and the default are one. */
function refuseUniqueObjects(items: Json | undefined, context: Context): void {
  const types = isObject(items) ? [...typesOf(items, context.definitions)] : ["object"];
  if (types.some((type) => type === "object" || type === "array")) {
    throw wrong(inside(context, "uniqueItems"), "only strings, numbers, booleans and null can be asked to differ");
  }
}

function isTypeChoice(schema: JsonSchema, context: Context): boolean {
  return schema.type === undefined && isArray(schema.anyOf) && areDisjoint(schema.anyOf, context.definitions);
}

function choiceNode(schema: JsonSchema, context: Context): Node {
  return { kind: "choice", nodes: readList(schema, "anyOf", context) };
}

function readList(schema: JsonSchema, keyword: string, context: Context): Node[] {
  const list = schema[keyword];
  if (list === undefined) return [];
  if (!isArray(list)) throw wrong(inside(context, keyword), `${keyword} must be an array`);
  return list.map((sub, index) => readInside(sub, context, keyword, index));
}

/** The conditions of a schema beside what its main node says. */
function conditionsOf(schema: JsonSchema, context: Context, main: Node | undefined): Node[] {
  const conditions = readList(schema, "allOf", context);
  const isChoice = main?.kind === "choice" && isTypeChoice(schema, context);
  if (schema.anyOf !== undefined && !isChoice)
    conditions.push({ kind: "some", nodes: readList(schema, "anyOf", context) });
  if (schema.not !== undefined) conditions.push({ kind: "not", node: readInside(schema.not, context, "not") });
  if (schema.if !== undefined) conditions.push(ifNode(schema, context));
  if (schema["x-open-tag"] === true) conditions.push(noneOf(context.knownTags));
  return conditions;
}

function ifNode(schema: JsonSchema, context: Context): Node {
  const part = (keyword: string): Node => readInside(schema[keyword], context, keyword);
  return {
    kind: "if",
    test: part("if"),
    // biome-ignore lint/suspicious/noThenProperty: named as in JSON Schema; a node is never awaited
    ...(schema.then === undefined ? {} : { then: part("then") }),
    ...(schema.else === undefined ? {} : { otherwise: part("else") }),
  };
}

function noneOf(values: readonly string[]): Node {
  return { kind: "not", node: { kind: "literals", values } };
}
