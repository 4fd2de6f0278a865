/** Follows the members of one object through the steps of a migration, by name instead of by value. */

import type { Frame } from "./frame.js";
import { IMAGE, type Instruction, type Register } from "./plan.js";
import { membersOf, type Shape, TRUSTED } from "./shape.js";
import { pathOf, type Step } from "./steps.js";
import { type Host, type Leaf, newHost, type Opening, type Tree } from "./tree.js";

/** Where the value of each step stands in the end, known from a first pass over the same steps. */
export type Places = Map<Step, string>;

export class Scope {
  readonly frame: Frame;
  /** The name of the plan. */
  readonly name: string;
  /** What the object is to be in the target version; unknown inside types that only one version has. */
  readonly target: Shape | undefined;
  /** What is done between taking the object apart and putting it together. */
  instructions: Instruction[] = [];
  readonly openings: Opening[] = [];
  /** Objects that were taken out of the tree and have to be taken leave of. */
  readonly dissolved: Host[] = [];
  /** Slots of residue that this scope writes and reads, and the steps that write. */
  readonly writes: Map<string, string> = new Map();
  readonly reads: Set<string> = new Set();
  /** Absent in the first pass. */
  readonly places: Places | undefined;
  /** Members that the object always has, whatever the schema says. */
  readonly told: readonly string[];
  root: Host;
  #registers = IMAGE + 1;

  constructor(
    frame: Frame,
    name: string,
    shape: Shape,
    target: Shape | undefined,
    places: Places | undefined,
    told: readonly string[],
  ) {
    this.frame = frame;
    this.told = told;
    this.name = name;
    this.target = target;
    this.places = places;
    this.root = this.#open(madeLeaf(IMAGE, true, shape), "");
  }

  get isFirstPass(): boolean {
    return this.places === undefined;
  }

  /** How many registers were taken. */
  get registers(): number {
    return this.#registers;
  }

  /** A register that nothing else has. */
  register(): Register {
    return this.#registers++;
  }

  add(instruction: Instruction): void {
    this.instructions.push(instruction);
  }

  /** An instruction whose result is in a register of its own. */
  result(instruction: Instruction): Register {
    const to = this.register();
    this.add({ ...instruction, to });
    return to;
  }

  /** What the target version has at a pointer. */
  targetAt(pointer: string): Shape | undefined {
    let shape = this.target;
    for (const name of pathOf(pointer)) {
      shape = shape === undefined ? undefined : membersOf(shape, this.frame.target)?.get(name)?.shape;
    }
    return shape;
  }

  /** Where the value of a step stands in the end; unknown in the first pass. */
  placeOf(step: Step): string {
    return this.places?.get(step) ?? "";
  }

  /** Claims a slot for residue: two operations in one slot would overwrite each other. `place` says where the operation is. */
  write(slot: string, place: string): string {
    const other = this.writes.get(slot);
    if (other !== undefined) this.frame.fail(place, `keeps its residue at ${slot}, as ${other} does`);
    this.writes.set(slot, place);
    return slot;
  }

  read(slot: string): string {
    this.reads.add(slot);
    return slot;
  }

  /** The value at a pointer, taken out of the object. */
  detach(pointer: string, step: Step): Tree {
    const { host, name } = this.#locate(pointer, step);
    const tree = this.#child(host, name) ?? this.#missing(pointer, step);
    host.children.delete(name);
    host.gone.add(name);
    return tree;
  }

  /** Puts a value at a pointer; objects on the way are made where they are missing. */
  attach(pointer: string, tree: Tree, step: Step): void {
    const path = pathOf(pointer);
    const name = path.pop() ?? this.frame.fail(step.place, "the pointer must name a member");
    let host = this.root;
    for (const segment of path) host = this.#enter(host, segment) ?? this.#make(host, segment);
    if (this.#child(host, name) !== undefined) this.frame.fail(step.place, `there is a value at ${pointer} already`);
    host.children.set(name, tree);
  }

  /** The value at a pointer that is no object with members looked at. */
  leafAt(pointer: string, step: Step): Leaf {
    const { host, name } = this.#locate(pointer, step);
    const tree = this.#child(host, name) ?? this.#missing(pointer, step);
    if (tree.kind === "host")
      return this.frame.fail(step.place, `operations on members of ${pointer} must come after this one`);
    return tree;
  }

  /** Replaces a value that stays where it is. */
  update(pointer: string, tree: Tree, step: Step): void {
    const { host, name } = this.#locate(pointer, step);
    host.children.set(name, tree);
  }

  /** The value at a pointer as an object whose members can be looked at. */
  hostAt(pointer: string, step: Step): Host {
    let host = this.root;
    for (const segment of pathOf(pointer)) host = this.#enter(host, segment) ?? this.#missing(pointer, step);
    return host;
  }

  /** The member of an object, looked at for the first time or not. */
  childOf(host: Host, name: string): Tree | undefined {
    return this.#child(host, name);
  }

  /** The member of an object as an object, which is taken apart. */
  enter(host: Host, name: string): Host | undefined {
    return this.#enter(host, name);
  }

  #locate(pointer: string, step: Step): { readonly host: Host; readonly name: string } {
    const path = pathOf(pointer);
    const name = path.pop() ?? this.frame.fail(step.place, "the pointer must name a member");
    let host = this.root;
    for (const segment of path) host = this.#enter(host, segment) ?? this.#missing(pointer, step);
    return { host, name };
  }

  #child(host: Host, name: string): Tree | undefined {
    const known = host.children.get(name);
    if (known !== undefined || host.gone.has(name) || host.opening === undefined) return known;
    const { captured, members, origin } = host.opening;
    const member = members.get(name);
    if (member === undefined) return undefined;
    const leaf = captured.get(name) ?? {
      kind: "leaf",
      register: this.register(),
      shape: member.shape,
      required: member.required,
      ...(member.default === undefined ? {} : { default: member.default }),
      origin: `${origin}/${name}`,
      waiting: [],
    };
    captured.set(name, leaf);
    host.children.set(name, leaf);
    return leaf;
  }

  #enter(host: Host, name: string): Host | undefined {
    const child = this.#child(host, name);
    if (child === undefined || child.kind === "host") return child;
    if (child.origin === undefined || child.waiting.length > 0) return undefined;
    const opened = this.#open(child, child.origin);
    host.children.set(name, opened);
    return opened;
  }

  #open(leaf: Omit<Leaf, "origin">, origin: string): Host {
    const { register: from, required, shape } = leaf;
    const known = this.openings.find((opening) => opening.from === from);
    // Both branches of a condition may look into the same object.
    if (known !== undefined) return { ...newHost(), opening: known };
    const members = membersOf(shape, this.frame.source) ?? new Map();
    const opening: Opening = {
      from,
      object: from === IMAGE ? IMAGE : this.register(),
      copy: this.register(),
      origin,
      required,
      ...(leaf.default === undefined ? {} : { default: leaf.default }),
      shape,
      members,
      captured: new Map(),
    };
    this.openings.push(opening);
    return { ...newHost(), opening };
  }

  #make(host: Host, name: string): Host {
    if (host.children.has(name)) this.frame.fail("", `${name} is not an object that members can be put into`);
    const made = newHost();
    host.children.set(name, made);
    return made;
  }

  #missing(pointer: string, step: Step): never {
    return this.frame.fail(step.place, `version ${this.frame.source.version} has nothing at ${pointer} at this point`);
  }
}

/** A leaf that an operation made. */
export function madeLeaf(register: Register, required: boolean, shape: Shape = TRUSTED, origin?: string): Leaf {
  return { kind: "leaf", register, shape, required, waiting: [], ...(origin === undefined ? {} : { origin }) };
}
