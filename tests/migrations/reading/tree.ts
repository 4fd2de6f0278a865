/** An object taken apart into the members that its schema names and all others, so that operations see the former alone. */

import { isObject } from "../../../tools/generator/src/json.js";
import { membersOf, type Shape } from "../../../tools/generator/src/migrations/shape.js";
import { pathOf } from "../../../tools/generator/src/migrations/steps.js";
import type { Contract } from "../../../tools/generator/src/model.js";
import { type Fields, memberOf, objectFrom, type Value } from "./values.js";

/** A value, or an object taken apart. `origin` is where it stood; what operations make has none. */
export type Tree = Leaf | Host;

interface Leaf {
  readonly value: Value;
  readonly shape?: Shape;
  readonly origin?: string;
  /** The default that stands for its absence. */
  readonly default?: Value;
}

export interface Host {
  readonly members: Map<string, Tree>;
  /** Members that the schema does not name. */
  readonly others: Fields;
  readonly shape?: Shape;
  readonly origin?: string;
  /** The object itself, absent or not, and the default that stands for its absence. */
  readonly value?: Value;
  readonly default?: Value;
  /** Whether any member that was taken out had a value. */
  taken: boolean;
  /** Known members that were looked at. */
  readonly touched: Set<string>;
}

export function isHost(tree: Tree | undefined): tree is Host {
  return tree !== undefined && "members" in tree;
}

/** Takes an object apart; one that is absent has no members. */
function open({ value, shape, origin = "", default: absence }: Leaf, contract: Contract): Host | undefined {
  const known = shape === undefined ? undefined : membersOf(shape, contract);
  if ((value !== undefined && !isObject(value)) || known === undefined || shape === undefined) return undefined;
  const members = new Map<string, Tree>();
  for (const [name, member] of known) {
    members.set(name, {
      value: memberOf(value, name),
      shape: member.shape,
      origin: `${origin}/${name}`,
      default: member.default,
    });
  }
  const others = objectFrom(Object.entries(value ?? {}).filter(([name]) => !known.has(name)));
  return { members, others, shape, origin, value, default: absence, taken: false, touched: new Set() };
}

/** The members of a whole object, through which operations find their way. */
export class Members {
  readonly root: Host;
  readonly #contract: Contract;

  constructor(value: Value, shape: Shape, contract: Contract) {
    this.#contract = contract;
    const root = open({ value, shape }, contract);
    if (root === undefined) throw new Error("an example is not an object");
    this.root = root;
  }

  /** The tree at a pointer; undefined where there is none. */
  at(pointer: string): Tree | undefined {
    const path = pathOf(pointer);
    const name = path.pop() ?? "";
    return this.#hostOf(path)?.members.get(name);
  }

  take(pointer: string): Tree {
    const path = pathOf(pointer);
    const name = path.pop() ?? "";
    const host = this.#hostOf(path);
    const tree = host?.members.get(name) ?? { value: undefined };
    host?.members.delete(name);
    host?.touched.add(name);
    if (host !== undefined) host.taken ||= tree.value !== undefined;
    return tree;
  }

  put(pointer: string, tree: Tree): void {
    const path = pathOf(pointer);
    const name = path.pop() ?? "";
    let host = this.root;
    for (const segment of path) host = this.#enter(host, segment) ?? make(host, segment);
    host.members.set(name, tree);
  }

  /** Replaces the value of a leaf. */
  set(pointer: string, value: Value): void {
    const tree = this.at(pointer);
    this.put(pointer, { ...(isHost(tree) || tree === undefined ? {} : tree), value });
  }

  valueAt(pointer: string): Value {
    const tree = this.at(pointer);
    return isHost(tree) ? undefined : tree?.value;
  }

  #hostOf(path: readonly string[]): Host | undefined {
    let host: Host | undefined = this.root;
    for (const segment of path) host = host === undefined ? undefined : this.#enter(host, segment);
    return host;
  }

  #enter(host: Host, name: string): Host | undefined {
    const tree = host.members.get(name);
    if (tree === undefined || isHost(tree)) return tree;
    host.touched.add(name);
    const opened = open(tree, this.#contract);
    if (opened !== undefined) host.members.set(name, opened);
    return opened;
  }
}

function make(host: Host, name: string): Host {
  const made: Host = { members: new Map(), others: {}, taken: false, touched: new Set() };
  host.members.set(name, made);
  return made;
}
