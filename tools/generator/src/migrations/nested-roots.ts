/** Persisted roots inside other types: they say their version too, so each is taken along by its own migration without being named. */

import type { Contract, Node } from "../model.js";
import { messageTypes, persistedRoots, sharedTypes } from "../stored-types.js";
import type { Migration, Operation } from "./format.js";
import { resolve } from "./shape.js";

/**
 * The operations of a type, those that take along the roots inside it among them. A place that another operation is about is left to
 * that one.
 */
export function operationsOf(
  migration: Migration,
  versions: readonly [Contract, Contract],
  { type, older }: { readonly type: string; readonly older: string },
): readonly Operation[] {
  const named = namedOperations(migration, versions, type);
  const types = new Map(sharedTypes(versions, persistedRoots).map((root) => [root.older, root.type]));
  const walk = new NestedRoots(versions[0], types, places(named), `/types/${type}`);
  const node = versions[0].definitions.get(older)?.node;
  return node === undefined ? named : [...walk.inside(node, "", [older]), ...named];
}

/** The operations of a type that the file has: those of every message first. */
export function namedOperations(
  { all, types }: Migration,
  versions: readonly [Contract, Contract],
  type: string,
): readonly Operation[] {
  const isMessage = sharedTypes(versions, messageTypes).some((one) => one.type === type);
  return [...(isMessage ? all : []), ...(types.get(type) ?? [])];
}

class NestedRoots {
  readonly #contract: Contract;
  /** The types of the roots, by the names of their definitions. */
  readonly #types: ReadonlyMap<string, string>;
  readonly #covered: readonly string[];
  readonly #place: string;

  constructor(contract: Contract, types: ReadonlyMap<string, string>, covered: readonly string[], place: string) {
    this.#contract = contract;
    this.#types = types;
    this.#covered = covered;
    this.#place = place;
  }

  /** The operations on an object at a pointer of the type. `open` are the definitions that lead to it. */
  inside(node: Node, at: string, open: readonly string[]): Operation[] {
    const object = resolve(node, this.#contract);
    if (object.kind !== "object") return [];
    return object.properties.flatMap((property) => this.#at(property.node, `${at}/${property.name}`, open));
  }

  #at(node: Node, at: string, open: readonly string[]): Operation[] {
    if (this.#covered.includes(at)) return [];
    const type = this.#rootOf(node);
    if (type !== undefined) return [{ place: this.#place, op: "apply", at, type }];
    if (node.kind === "ref" && open.includes(node.name)) return [];
    const deeper = node.kind === "ref" ? [...open, node.name] : open;
    const value = resolve(node, this.#contract);
    // A list right in a list has no place that an operation could name.
    if (at === "" && (value.kind === "array" || value.kind === "map")) return [];
    if (value.kind === "array") return this.#each(value.items, at, "items", deeper);
    if (value.kind === "map") return this.#each(value.values, at, "values", deeper);
    return this.inside(value, at, deeper);
  }

  #each(item: Node, at: string, of: "items" | "values", open: readonly string[]): Operation[] {
    const inner = new NestedRoots(this.#contract, this.#types, [], this.#place).#at(item, "", open);
    return inner.length === 0 ? [] : [{ place: this.#place, op: "each", at, of, do: inner }];
  }

  #rootOf(node: Node): string | undefined {
    return node.kind === "ref" ? this.#types.get(node.name) : undefined;
  }
}

/** Renaming or moving leaves a value as it is. */
const LEAVING_VALUES: readonly string[] = ["rename", "move", "wrap", "unwrap", "add"];

/** The places whose values operations make or take away. */
function places(operations: readonly Operation[]): string[] {
  return operations.flatMap((operation) => {
    if (operation.op === "when") return places([...operation.do, ...operation.else]);
    if (operation.op === "spread") return [operation.from, operation.to];
    if (operation.op === "split") return [operation.at];
    return LEAVING_VALUES.includes(operation.op) || !("at" in operation) ? [] : [operation.at];
  });
}
