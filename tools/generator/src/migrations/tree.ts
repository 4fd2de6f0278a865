/** The members of an object while its migration is planned: which register holds what, and where it will stand in the end. */

import type { Json } from "../model.js";
import type { Register } from "./plan.js";
import type { Member, Shape } from "./shape.js";
import type { Step } from "./steps.js";

/** A step that has to know where a value stands in the end; `below` is appended to the place. */
interface Waiting {
  readonly step: Step;
  readonly below: string;
}

/** A value in a register. */
export interface Leaf {
  readonly kind: "leaf";
  readonly register: Register;
  readonly shape: Shape;
  readonly required: boolean;
  /** The default that stands for its absence in the source. */
  readonly default?: Json;
  /** Where it stood in the source; absent for what operations made. */
  readonly origin?: string;
  readonly waiting: readonly Waiting[];
}

/** How an object of the source was taken apart: shared by all states of its host. */
export interface Opening {
  /** The register with the value, the one with it if it is an object, and the one with the copy that members are set in. */
  readonly from: Register;
  readonly object: Register;
  readonly copy: Register;
  readonly origin: string;
  readonly required: boolean;
  /** The default that stands for the object's absence. */
  readonly default?: Json;
  readonly shape: Shape;
  readonly members: ReadonlyMap<string, Member>;
  /** The known members that were looked at. */
  readonly captured: Map<string, Leaf>;
}

/** An object whose members are looked at one by one. */
export interface Host {
  readonly kind: "host";
  /** Absent for an object that operations make. */
  readonly opening?: Opening;
  readonly children: Map<string, Tree>;
  /** Known members that were taken away. */
  readonly gone: Set<string>;
}

export type Tree = Leaf | Host;

/** A new object without members yet. */
export function newHost(): Host {
  return { kind: "host", children: new Map(), gone: new Set() };
}

/** A state of its own, over the same openings. */
export function cloneHost(host: Host): Host {
  const children = new Map(
    [...host.children].map(([name, tree]) => [name, tree.kind === "host" ? cloneHost(tree) : tree]),
  );
  return { ...host, children, gone: new Set(host.gone) };
}

/** Tells each waiting step where its value stands. */
export function tellPlaces(tree: Tree, pointer: string, tell: (step: Step, place: string) => void): void {
  if (tree.kind === "leaf") {
    for (const { step, below } of tree.waiting) tell(step, pointer + below);
    return;
  }
  for (const [name, child] of tree.children) tellPlaces(child, `${pointer}/${name}`, tell);
}
