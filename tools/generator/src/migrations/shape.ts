/** What is known of a value while operations are applied to a schema: the part of law 8 that works on schemas instead of payloads. */

import type { Contract, Json, Node, ObjectNode, UnionNode } from "../model.js";

/** The shape of a value at some stage of a migration. */
export type Shape =
  /** As the source version's schema has it. */
  | { readonly kind: "node"; readonly node: Node }
  /** Made by an operation to be what the target version wants. */
  | { readonly kind: "trusted" }
  | { readonly kind: "absent" }
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, Member>; readonly isMade: boolean }
  | { readonly kind: "array"; readonly items: Shape };

export interface Member {
  readonly shape: Shape;
  /** Whether the member is there after defaults were filled in. */
  readonly required: boolean;
  /** Whether it may be left out, since a default is filled in. */
  readonly isDefaulted: boolean;
  /** That default. */
  readonly default?: Json;
}

export const TRUSTED: Shape = { kind: "trusted" };

/** The node itself, or the definition that it refers to. */
export function resolve(node: Node, contract: Contract): Node {
  let current = node;
  while (current.kind === "ref") {
    const definition = contract.definitions.get(current.name);
    if (definition === undefined) return current;
    current = definition.node;
  }
  return current;
}

/** The members of an object or a union; undefined for anything else. */
export function membersOf(shape: Shape, contract: Contract): ReadonlyMap<string, Member> | undefined {
  if (shape.kind === "object") return shape.members;
  if (shape.kind !== "node") return undefined;
  const node = resolve(shape.node, contract);
  if (node.kind === "object") return objectMembers(node);
  return node.kind === "union" ? unionMembers(node, contract) : undefined;
}

function objectMembers(node: ObjectNode): Map<string, Member> {
  return new Map(
    node.properties.map((property) => [
      property.name,
      {
        shape: { kind: "node", node: property.node },
        required: property.required || property.default !== undefined,
        isDefaulted: property.default !== undefined,
        ...(property.default === undefined ? {} : { default: property.default }),
      },
    ]),
  );
}

/** The members of all branches together; those that branches disagree on are only known by name. */
function unionMembers(union: UnionNode, contract: Contract): Map<string, Member> {
  const merged = new Map<string, Member>();
  const branches = union.branches.map((branch) => branchMembers(branch.name, contract));
  const isClosed = union.open === undefined;
  for (const name of new Set(branches.flatMap((branch) => [...branch.keys()]))) {
    const found = branches.flatMap((branch) => branch.get(name) ?? []);
    const required =
      name === union.tag || (isClosed && found.length === branches.length && found.every((one) => one.required));
    const isOne = isClosed && found.every((one) => JSON.stringify(one.shape) === JSON.stringify(found[0]?.shape));
    const isDefaulted = found.every((one) => one.isDefaulted);
    merged.set(name, { shape: isOne ? (found[0]?.shape ?? TRUSTED) : TRUSTED, required, isDefaulted });
  }
  return merged;
}

function branchMembers(name: string, contract: Contract): ReadonlyMap<string, Member> {
  return membersOf({ kind: "node", node: { kind: "ref", name } }, contract) ?? new Map();
}

/** The defaults of an object's optional members. */
export function defaultsOf(shape: Shape, contract: Contract): { readonly [name: string]: Json } {
  const node = shape.kind === "node" ? resolve(shape.node, contract) : undefined;
  if (node?.kind !== "object") return {};
  return Object.fromEntries(
    node.properties.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The shape of an array's items or a map's values. */
export function itemsOf(shape: Shape, contract: Contract): Shape | undefined {
  if (shape.kind === "array") return shape.items;
  if (shape.kind !== "node") return undefined;
  const node = resolve(shape.node, contract);
  if (node.kind === "array") return { kind: "node", node: node.items };
  return node.kind === "map" ? { kind: "node", node: node.values } : undefined;
}
