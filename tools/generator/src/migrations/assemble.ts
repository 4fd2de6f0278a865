/** How the objects of a scope are taken apart before its steps, and put together or taken leave of afterwards. */

import { definedMembers, type Instruction, type PlanData, type Register } from "./plan.js";
import type { Scope } from "./scope.js";
import { defaultsOf, type Member, type Shape } from "./shape.js";
import type { Host, Leaf, Opening, Tree } from "./tree.js";

/** What becomes of the whole object of a scope. */
export interface Assembled {
  /** The objects that are taken apart. */
  readonly open: readonly PlanData[];
  /** What is done after the steps. */
  readonly after: readonly Instruction[];
  /** What the operations make of the source's shape. */
  readonly shape: Shape;
}

type Sourced = Host & { readonly opening: Opening };

/** The copy of an object that gets the new members. */
interface Copy {
  /** Members that are taken away. */
  readonly without: readonly string[];
  /** Members that the source does not define and the target does. */
  readonly colliding: readonly string[];
  /** Where the object stands in the target, which does not define the members that are taken away. */
  readonly back?: string;
}

/** A finished member: the register that has it, and what is known of it. */
interface Made {
  readonly register: Register;
  readonly member: Member;
}

/** Puts a scope together once its steps were followed. */
export function assemble(scope: Scope): Assembled {
  const assembly = new Assembly(scope);
  const shape = assembly.build(scope.root as Sourced, "");
  for (const host of scope.dissolved) assembly.leave(host as Sourced);
  return { open: assembly.open(), after: assembly.after, shape };
}

class Assembly {
  readonly after: Instruction[] = [];
  readonly #scope: Scope;
  /** How each object is copied before the steps. */
  readonly #copies = new Map<Opening, Copy>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** The objects in the order in which they were met, so that outer ones come before those inside. */
  open(): PlanData[] {
    return this.#scope.openings.map((opening) => this.#opened(opening));
  }

  /** An object that both versions have. Its copy gets the members that operations made. */
  build(host: Sourced, place: string): Shape {
    const { opening } = host;
    const members = new Map([...opening.members].filter(([name]) => !opening.captured.has(name)));
    const without = this.#vacated(host, place);
    this.#copies.set(opening, { without, colliding: this.#collidingNames(host, place), back: place });
    for (const [name, child] of host.children) {
      const value = this.#valueOf(child, `${place}/${name}`);
      if (value === undefined) continue;
      members.set(name, value.member);
      this.#setMember(opening, name, value);
    }
    this.#readBack(host, place);
    return { kind: "object", members, isMade: false };
  }

  /** An object that the target does not have: what is left of it becomes residue. */
  leave(host: Sourced): void {
    const { opening } = host;
    for (const [name, child] of host.children) {
      if (child.kind === "host") this.#leaveInner(child);
      else this.#setMember(opening, name, child);
    }
    const without = [...opening.captured.keys()].filter((name) => host.children.get(name)?.kind !== "leaf");
    this.#copies.set(opening, { without, colliding: [] });
    const defaults = Object.entries(defaultsOf(opening.shape, this.#scope.frame.source)).filter(
      ([name]) => !opening.captured.has(name) || host.children.get(name)?.kind === "leaf",
    );
    this.after.push({
      op: "leave",
      object: opening.object,
      copy: opening.copy,
      implied: impliedBy(host),
      defaults: Object.fromEntries(defaults),
      slot: this.#scope.write(opening.origin, "an object that one version does not have"),
      ...(opening.default === undefined ? {} : { absence: opening.default }),
    });
  }

  #leaveInner(child: Host): void {
    if (child.opening === undefined) this.#scope.frame.fail("", "an object was made inside one that goes away");
    this.leave(child as Sourced);
  }

  /** A member in its final form; undefined for an object that the target does not have. */
  #valueOf(child: Tree, place: string): Made | undefined {
    if (child.kind === "leaf") {
      const { register, shape, required } = child;
      return { register, member: { shape, required, isDefaulted: false } };
    }
    if (child.opening === undefined) return this.#make(child, place);
    if (this.#scope.targetAt(place) !== undefined) return this.#rebuild(child as Sourced, place);
    this.leave(child as Sourced);
    return undefined;
  }

  /** An object of both versions, below another. */
  #rebuild(host: Sourced, place: string): Made {
    const { required, object, copy } = host.opening;
    const shape = this.build(host, place);
    if (!required && [...host.children.values()].some((child) => isFromElsewhere(child, host.opening))) {
      this.#scope.frame.fail("", `${place} is optional in both versions: nothing can be moved into it`);
    }
    const member = { shape, required, isDefaulted: false };
    return { register: required ? copy : this.#copyIf(object, copy), member };
  }

  /** The copy of an object that may be absent. */
  #copyIf(object: Register, copy: Register): Register {
    const to = this.#scope.register();
    this.after.push({ op: "copy", from: copy, if: object, to });
    return to;
  }

  /** An object that the source does not have. */
  #make(host: Host, place: string): Made {
    const values = [...host.children].flatMap(([name, tree]) => {
      const value = this.#valueOf(tree, `${place}/${name}`);
      return value === undefined ? [] : [{ name, ...value }];
    });
    const register = this.#scope.register();
    this.after.push({
      op: "create",
      to: register,
      members: values.map((value) => [value.name, value.register]),
      slot: this.#scope.read(place),
    });
    const required = values.some((value) => value.member.required);
    // An object that is made for one member alone is never without it.
    const isOnly = values.length === 1;
    const members = new Map(values.map(({ name, member }) => [name, isOnly ? { ...member, required: true } : member]));
    return { register, member: { shape: { kind: "object", members, isMade: true }, required, isDefaulted: false } };
  }

  /** Sets a member of the copy, unless it is there as it was. */
  #setMember({ captured, copy }: Opening, name: string, { register: from }: Omit<Made, "member">): void {
    const before = captured.get(name);
    if (before?.register !== from) this.after.push({ op: before === undefined ? "set" : "replace", copy, name, from });
  }

  /** The slots of members that stood in the way on the way here; the target does not define them. */
  #readBack(host: Sourced, place: string): void {
    for (const name of this.#vacated(host, place)) this.#scope.read(`${place}/${name}`);
  }

  #vacated(host: Sourced, place: string): string[] {
    return [...host.opening.captured.keys()].filter((name) => {
      const child = host.children.get(name);
      return child === undefined || (child.kind === "host" && this.#scope.targetAt(`${place}/${name}`) === undefined);
    });
  }

  #collidingNames(host: Sourced, place: string): string[] {
    const { members, origin } = host.opening;
    const names = [...host.children.keys()].filter(
      (name) => !members.has(name) && this.#scope.targetAt(`${place}/${name}`) !== undefined,
    );
    for (const name of names) this.#scope.write(`${origin}/${name}`, "a name that one version does not have");
    return names;
  }

  #opened(opening: Opening): PlanData {
    const { from, object, copy, origin, captured } = opening;
    const { without, colliding, back } = this.#copies.get(opening) ?? { without: [], colliding: [] };
    const kept = [...opening.members.keys()].filter((name) => !without.includes(name) && this.#isThere(opening, name));
    const staying = [...captured.keys()].filter((name) => !without.includes(name) && !kept.includes(name));
    const hasColliding = colliding.length > 0;
    return definedMembers({
      from,
      object: this.#isAskedFor(object) ? object : undefined,
      members: [...captured].map(([name, { register }]) => [name, register]),
      copy,
      kept,
      staying: staying.length > 0 ? staying : undefined,
      sure: kept.length + without.filter((name) => this.#isThere(opening, name)).length,
      colliding: hasColliding ? colliding : undefined,
      at: hasColliding ? origin : undefined,
      back: without.length > 0 ? back : undefined,
    });
  }

  /** Whether an instruction asks for the register of an object itself. */
  #isAskedFor(object: Register): boolean {
    return this.after.some((one) => (one.op === "leave" && one.object === object) || one.if === object);
  }

  /** Whether an object has a member even before defaults are filled in. */
  #isThere({ required, members, origin }: Opening, name: string): boolean {
    if (!required || name === "__proto__") return false;
    const member = members.get(name);
    const isTold = origin === "" && this.#scope.told.includes(name);
    return isTold || (member?.required === true && !member.isDefaulted);
  }
}

/** The members that were taken out and show on the way back that there was an object: those that did not only become others. */
function impliedBy(host: Sourced): PlanData[] {
  return [...host.opening.captured].flatMap(([name, { register: from }]): PlanData[] => {
    const child = host.children.get(name);
    if (child === undefined || child.kind === "host") return [{ from }];
    return child.register === from ? [] : [{ from, unless: child.register }];
  });
}

/** Whether a member of an object came from another place. */
function isFromElsewhere(child: Tree, opening: Opening): boolean {
  return child.kind === "host" ? child.opening === undefined : !isOwn(child, opening);
}

function isOwn(leaf: Leaf, opening: Opening): boolean {
  return leaf.origin !== undefined && leaf.origin.slice(0, leaf.origin.lastIndexOf("/")) === opening.origin;
}
