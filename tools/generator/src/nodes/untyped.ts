/** Part of model: schemas without a type, whose keywords hold for values of one type and let all others pass. */

import type { JsonSchema, Node } from "../model.js";
import { ANYTHING, type Context } from "./context.js";
import { isMap, objectNode } from "./objects.js";
import { numberNode, stringNode } from "./scalars.js";

type Reader = (schema: JsonSchema, context: Context) => Node;

/** The node of a schema without a type; undefined when it has only annotations and in-place conditions. */
export function untypedNode(schema: JsonSchema, context: Context, arrayNode: Reader): Node | undefined {
  const has = (...keywords: readonly string[]): boolean => keywords.some((keyword) => keyword in schema);
  const nodes: Node[] = [];
  if (has("properties", "required", "additionalProperties") || isMap(schema))
    nodes.push(objectCondition(schema, context));
  if (has("minLength", "maxLength", "pattern")) nodes.push(onlyFor({ kind: "string" }, stringNode(schema)));
  if (has("minimum", "maximum")) nodes.push(onlyFor({ kind: "number", integer: false }, numberNode(schema, false)));
  if (has("items", "minItems", "maxItems", "uniqueItems")) {
    nodes.push(onlyFor({ kind: "array", items: ANYTHING }, arrayNode(schema, context)));
  }
  const [first, ...others] = nodes;
  return others.length === 0 ? first : { kind: "all", nodes };
}

function objectCondition(schema: JsonSchema, context: Context): Node {
  const node = objectNode(schema, context);
  return node.kind === "object" && node.also === undefined
    ? node
    : onlyFor({ kind: "object", properties: [], typed: true }, node);
}

/** Holds for every value that `plain` refuses, and for those that meet `node`. */
function onlyFor(plain: Node, node: Node): Node {
  return { kind: "some", nodes: [{ kind: "not", node: plain }, node] };
}
