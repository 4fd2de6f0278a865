/** Part of types: a definition as the schema that json-schema-to-typescript compiles best: the decoded form, without limits and conditions. */

import type { Contract, Definition, JsonSchema, Node, ObjectNode, Property } from "../../model.js";
import { SchemaError } from "../../schema-error.js";
import { tsdoc } from "./tsdoc.js";

/** The types of user data, from core's runtime. */
export const JSON_VALUE = "JsonValue";
export const JSON_OBJECT = "JsonObject";

/** One schema that refers to every definition of the contract. */
export function typeSchemaOf(contract: Contract, rootName: string): JsonSchema {
  const definitions = [...contract.definitions.values()];
  return {
    title: rootName,
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(definitions.map(({ name }) => [name, { $ref: `#/definitions/${name}` }])),
    definitions: Object.fromEntries(
      definitions.map((definition) => [definition.name, definitionSchema(definition, contract)]),
    ),
  };
}

function definitionSchema(definition: Definition, contract: Contract): JsonSchema {
  const shape = definition.unknown === true ? unknownShape(definition, contract) : shapeOf(definition.node);
  return besides(shape, { title: definition.name, ...describe(tsdoc(definition)) });
}

function describe(text: string): JsonSchema {
  return text === "" ? {} : { description: text };
}

/** What decoding makes of a value whose tag is unknown. */
function unknownShape(definition: Definition, contract: Contract): JsonSchema {
  if (definition.node.kind !== "object" || !definition.node.properties.some((property) => property.name === "type")) {
    throw new SchemaError(
      definition.file,
      definition.pointer,
      "an open union must be told apart by a property named type",
    );
  }
  const isMessage = contract.message.open === definition.name;
  const reasons = isMessage ? ["unknown_type", "newer_version", "too_large", "duplicate_key"] : ["unknown_type"];
  return {
    type: "object",
    additionalProperties: false,
    required: ["type", "reason", "original"],
    properties: {
      type: { description: "Stands for every tag that this version does not know.", const: "unknown" },
      reason: { description: "Why it is not understood.", enum: reasons },
      original: { description: "What was read, exactly; it is written back as it came.", tsType: JSON_OBJECT },
    },
  };
}

function shapeOf(node: Node): JsonSchema {
  switch (node.kind) {
    case "string":
    case "boolean":
    case "null":
      return { type: node.kind };
    case "number":
      return { type: "number" };
    case "literals":
      return { enum: node.values };
    case "array":
      return { type: "array", items: shapeOf(node.items) };
    case "object":
      return objectShape(node);
    case "map":
      return { type: "object", additionalProperties: shapeOf(node.values) };
    case "union":
      return { anyOf: unionNames(node).map((name) => ({ $ref: `#/definitions/${name}` })) };
    case "ref":
      return { $ref: `#/definitions/${node.name}` };
    case "user_data":
      return { tsType: node.object ? JSON_OBJECT : JSON_VALUE };
    case "choice":
    case "some":
      return { anyOf: node.nodes.map(shapeOf) };
    case "all":
      return { allOf: node.nodes.map(shapeOf) };
    case "not":
    case "if":
      return { tsType: JSON_VALUE };
  }
}

function unionNames(node: Node & { readonly kind: "union" }): string[] {
  return [...node.branches.map((branch) => branch.name), ...(node.open === undefined ? [] : [node.open])];
}

function objectShape(node: ObjectNode): JsonSchema {
  if (node.properties.length === 0) return { tsType: JSON_OBJECT };
  const always = node.properties.filter((property) => property.required || property.default !== undefined);
  return {
    type: "object",
    additionalProperties: false,
    required: always.map((property) => property.name),
    properties: Object.fromEntries(node.properties.map((property) => [property.name, propertyShape(property)])),
  };
}

function propertyShape(property: Property): JsonSchema {
  const shape = property.name === VERSION_FIELD ? { type: "number" } : shapeOf(property.node);
  return besides(shape, describe(tsdoc(property)));
}

/** A message of a newer version that is valid as a current one keeps its number, so no literal would be true. */
const VERSION_FIELD = "schema_version";

/** Annotations beside a shape; a reference is wrapped, or it would be printed in full instead of by name. */
function besides(shape: JsonSchema, annotations: JsonSchema): JsonSchema {
  const isReference = shape.$ref !== undefined && Object.keys(annotations).length > 0;
  return isReference ? { ...annotations, allOf: [shape] } : { ...annotations, ...shape };
}
