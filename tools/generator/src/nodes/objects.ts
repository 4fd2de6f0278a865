/** Part of model: objects with known properties, and maps. */

import { isArray, isObject, stringsOf } from "../json.js";
import type { Json, JsonSchema, Node, ObjectNode, Property } from "../model.js";
import { ANYTHING, type Context, inside, readInside, wrong } from "./context.js";

/** The node of a schema whose keywords speak about objects. */
export function objectNode(schema: JsonSchema, context: Context): Node {
  return isMap(schema) ? mapNode(schema, context) : recordNode(schema, context);
}

/** Whether an object has no properties of its own, only a rule for all keys, all values or their number. */
export function isMap(schema: JsonSchema): boolean {
  return schema.properties === undefined && (isObject(schema.additionalProperties) || hasKeyRules(schema));
}

function hasKeyRules(schema: JsonSchema): boolean {
  return ["propertyNames", "minProperties", "maxProperties"].some((keyword) => keyword in schema);
}

function mapNode(schema: JsonSchema, context: Context): Node {
  const required = schema.required === undefined ? {} : { also: [requiredNode(schema, context)] };
  return { ...keyRules(schema, context), ...required };
}

function requiredNode(schema: JsonSchema, context: Context): Node {
  return { kind: "object", typed: false, properties: propertiesOf({ required: schema.required ?? [] }, context) };
}

/** The rules for all keys (which are strings) and values, without those for single properties. */
function keyRules(schema: JsonSchema, context: Context): Node {
  const { minProperties, maxProperties, propertyNames } = schema;
  const keys: Json = { type: "string", ...(isObject(propertyNames) ? propertyNames : {}) };
  return {
    kind: "map",
    keys: readInside(propertyNames === false ? false : keys, context, "propertyNames"),
    values: readInside(schema.additionalProperties, context, "additionalProperties"),
    ...(typeof minProperties === "number" ? { minProperties } : {}),
    ...(typeof maxProperties === "number" ? { maxProperties } : {}),
  };
}

function recordNode(schema: JsonSchema, context: Context): Node {
  if (isObject(schema.additionalProperties)) {
    throw wrong(
      inside(context, "additionalProperties"),
      "an object has either properties or a schema for all its values, not both",
    );
  }
  const node: ObjectNode = {
    kind: "object",
    typed: schema.type === "object" || isArray(schema.type),
    properties: propertiesOf(schema, context),
    ...(schema.additionalProperties === false ? { closed: true } : {}),
  };
  refuseCountOfNulls(schema, node, context);
  return hasKeyRules(schema) ? { ...node, also: [keyRules({ ...schema, additionalProperties: true }, context)] } : node;
}

/** Decoding drops nulls, so what is counted must not hold any. */
function refuseCountOfNulls(schema: JsonSchema, node: ObjectNode, context: Context): void {
  const optional = node.properties.find((property) => !property.required);
  if (schema.minProperties !== undefined && optional !== undefined) {
    throw wrong(
      inside(context, "minProperties"),
      `minProperties would count ${optional.name} also where it is null, which means absent; ask for properties with anyOf of required`,
    );
  }
}

/** The listed properties in their order, then those that are only required. */
function propertiesOf(schema: JsonSchema, context: Context): Property[] {
  const listed = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required = stringsOf(schema.required);
  const bare = required.filter((name) => !listed.some(([other]) => other === name));
  return [
    ...listed.map(([name, property]) =>
      propertyOf(name, property, required.includes(name), inside(context, "properties", name)),
    ),
    ...bare.map((name) => propertyOf(name, true, true, inside(context, "required"))),
  ];
}

function propertyOf(name: string, schema: Json, required: boolean, context: Context): Property {
  const annotations: JsonSchema = isObject(schema) ? schema : {};
  if (required && "default" in annotations) {
    throw wrong(inside(context, "default"), `the property ${name} is required, so its default would never be used`);
  }
  return {
    name,
    required,
    node: schema === true ? ANYTHING : context.read(schema, context),
    ...("default" in annotations ? { default: annotations.default ?? null } : {}),
    ...(annotations["x-note"] === true ? { isNote: true } : {}),
    description: typeof annotations.description === "string" ? annotations.description : "",
    deprecated: annotations.deprecated === true,
    examples: isArray(annotations.examples) ? annotations.examples : [],
  };
}
