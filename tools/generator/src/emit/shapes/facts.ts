/** What emitters of shapes ask about a node: what it refers to, whether it has anything to do for them. */

import type { Contract, Node, ObjectNode, Property } from "../../model.js";

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

/** Whether the node, or any node that values of it are made of, passes the test. */
export function reaches(
  contract: Contract,
  node: Node,
  test: (node: Node) => boolean,
  seen: Set<string> = new Set(),
): boolean {
  if (node.kind === "ref") {
    if (seen.has(node.name)) return false;
    seen.add(node.name);
    return reaches(contract, target(contract, node), test, seen);
  }
  return test(node) || partsOf(node).some((part) => reaches(contract, part, test, seen));
}

/** The nodes of the values inside a value. */
function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case "object":
      return node.properties.map((property) => property.node);
    case "array":
      return [node.items];
    case "map":
      return [node.values];
    case "choice":
      return node.nodes;
    case "union":
      return node.branches.map(({ name }) => ({ kind: "ref", name }));
    default:
      return [];
  }
}

/** Whether a value of the definition can hold another one of it. */
export function isRecursive(contract: Contract, name: string): boolean {
  const met = new Set<string>();
  const leadsBack = (node: Node): boolean => {
    if (node.kind !== "ref") return partsOf(node).some(leadsBack);
    if (node.name === name) return true;
    if (met.has(node.name)) return false;
    met.add(node.name);
    return leadsBack(target(contract, node));
  };
  const node = contract.definitions.get(name)?.node;
  return node !== undefined && leadsBack(node);
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

/** The optional properties for which null means "absent". */
export function droppable(contract: Contract, node: ObjectNode): readonly Property[] {
  return node.properties.filter((property) => !property.required && !takesNull(contract, property.node));
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
