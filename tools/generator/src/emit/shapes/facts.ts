/** What emitters of shapes ask about a node: what it refers to, whether it has anything to do for them. */

import type { Contract, Node } from "../../model.js";

/** Kinds of nodes that have functions of their own in `shapes.gen.ts`. */
export type ShapedNode = Extract<Node, { kind: "object" | "map" | "union" | "array" | "choice" }>;

/** Whether `shapes.gen.ts` has functions for a definition: for everything but scalars and user data. */
export function hasShape(contract: Contract, name: string): boolean {
  const definition = contract.definitions.get(name);
  return definition !== undefined && isShaped(target(contract, definition.node));
}

/** The node itself, or the one that it refers to. */
export function target(contract: Contract, node: Node): Node {
  let current = node;
  while (current.kind === "ref") {
    const next = contract.definitions.get(current.name)?.node;
    if (next === undefined) break;
    current = next;
  }
  return current;
}

export function isShaped(node: Node): node is ShapedNode {
  return ["object", "map", "union", "array", "choice"].includes(node.kind) && (node.kind !== "object" || node.typed);
}

/** Whether null is a value of the node, so that it does not mean "absent". */
export function takesNull(contract: Contract, node: Node): boolean {
  return mainTakesNull(contract, node) && (node.also ?? []).every((one) => takesNull(contract, one));
}

function mainTakesNull(contract: Contract, node: Node): boolean {
  const takes = (one: Node): boolean => takesNull(contract, one);
  switch (node.kind) {
    case "null":
      return true;
    case "literals":
      return node.values.includes(null);
    case "user_data":
      return !node.object;
    case "object":
      return !node.typed;
    case "ref":
      return takes(target(contract, node));
    case "choice":
    case "some":
      return node.nodes.some(takes);
    case "all":
      return node.nodes.every(takes);
    case "not":
      return !takes(node.node);
    case "if": {
      const branch = takes(node.test) ? node.then : node.otherwise;
      return branch === undefined || takes(branch);
    }
    default:
      return false;
  }
}

/** The JSON type of a branch of a choice. */
export function jsonType(contract: Contract, node: Node): "array" | "object" | "scalar" {
  const { kind } = target(contract, node);
  if (kind === "array") return "array";
  return ["object", "map", "union", "user_data"].includes(kind) ? "object" : "scalar";
}

/** Whether a value of the node can be a number itself. */
export function hasNumbers(contract: Contract, node: Node): boolean {
  const shape = target(contract, node);
  if (shape.kind === "choice") return shape.nodes.some((one) => hasNumbers(contract, one));
  return (
    shape.kind === "number" || (shape.kind === "literals" && shape.values.some((value) => typeof value === "number"))
  );
}
