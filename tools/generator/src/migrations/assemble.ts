/** The lines that take the objects of a scope apart before its steps, and put them together or take leave of them afterwards. */

import { block, literal, memberAccess } from "../emit/writer.js";
import type { Scope } from "./scope.js";
import { defaultsOf, type Member, type Shape } from "./shape.js";
import type { Host, Leaf, Opening, Tree } from "./tree.js";

/** What becomes of the whole object of a scope. */
export interface Assembled {
  readonly before: readonly string[];
  readonly after: readonly string[];
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
}

/** A finished member: the expression that has it, and what is known of it. */
interface Made {
  readonly expression: string;
  readonly member: Member;
}

/** Puts a scope together once its steps were followed. */
export function assemble(scope: Scope): Assembled {
  const assembly = new Assembly(scope);
  const shape = assembly.build(scope.root as Sourced, "");
  for (const host of scope.dissolved) assembly.leave(host as Sourced);
  return { before: assembly.before(), after: assembly.after, shape };
}

class Assembly {
  readonly after: string[] = [];
  readonly #scope: Scope;
  /** How each object is copied before the steps. */
  readonly #copies = new Map<Opening, Copy>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Taking apart, in the order in which the objects were met. Only variables that something reads are made. */
  before(): string[] {
    const { openings, lines } = this.#scope;
    const heads = openings.map((opening) => this.#headLine(opening));
    const text = [...heads, ...lines, ...this.after].join("\n");
    const isRead = (leaf: Leaf): boolean => new RegExp(`\\b${leaf.expression}\\b`).test(text);
    return [
      ...openings.flatMap((opening, index) => [heads[index] ?? "", ...this.#memberLines(opening, isRead)]),
      ...openings.flatMap((opening) => this.#copyLines(opening)),
    ].filter((line) => line !== "");
  }

  /** An object that both versions have. Its variable with all other members gets those that operations made. */
  build(host: Sourced, place: string): Shape {
    const { opening } = host;
    const members = new Map([...opening.members].filter(([name]) => !opening.captured.has(name)));
    this.#copies.set(opening, { without: this.#vacated(host, place), colliding: this.#collidingNames(host, place) });
    for (const [name, child] of host.children) {
      const value = this.#valueOf(child, name, `${place}/${name}`);
      if (value === undefined) continue;
      members.set(name, value.member);
      this.#setMember(opening, name, value.expression, child);
    }
    this.#giveBack(host, place);
    return { kind: "object", members, isMade: false };
  }

  /** An object that the target does not have: what is left of it becomes residue. */
  leave(host: Sourced): void {
    const { opening } = host;
    const { frame } = this.#scope;
    for (const [name, child] of host.children) {
      if (child.kind === "host") this.#leaveInner(child);
      else this.#setMember(opening, name, child.expression, child);
    }
    const without = [...opening.captured.keys()].filter((name) => host.children.get(name)?.kind !== "leaf");
    this.#copies.set(opening, { without, colliding: [] });
    const defaults = Object.entries(defaultsOf(opening.shape, frame.source)).filter(
      ([name]) => !opening.captured.has(name) || host.children.get(name)?.kind === "leaf",
    );
    const slot = literal(this.#scope.write(opening.origin, "an object that one version does not have"));
    const absence = opening.default === undefined ? "" : `, ${literal(opening.default)}`;
    this.after.push(
      `${frame.use("leaveHost")}(run, ${opening.variable}, ${opening.rest}, ${impliedBy(host)}, ` +
        `${literal(Object.fromEntries(defaults))}, ${slot}${absence});`,
    );
  }

  #leaveInner(child: Host): void {
    if (child.opening === undefined) this.#scope.frame.fail("", "an object was made inside one that goes away");
    this.leave(child as Sourced);
  }

  /** A member in its final form; undefined for an object that the target does not have. */
  #valueOf(child: Tree, name: string, place: string): Made | undefined {
    if (child.kind === "leaf") {
      return {
        expression: child.expression,
        member: { shape: child.shape, required: child.required, isDefaulted: false },
      };
    }
    if (child.opening === undefined) return this.#make(child, name, place);
    if (this.#scope.targetAt(place) !== undefined) return this.#rebuild(child as Sourced, place);
    this.leave(child as Sourced);
    return undefined;
  }

  /** An object of both versions, below another. */
  #rebuild(host: Sourced, place: string): Made {
    const { opening } = host;
    const shape = this.build(host, place);
    if (!opening.required && [...host.children.values()].some((child) => isFromElsewhere(child, opening))) {
      this.#scope.frame.fail("", `${place} is optional in both versions: nothing can be moved into it`);
    }
    const expression = opening.required ? opening.rest : `${opening.variable} && ${opening.rest}`;
    return { expression, member: { shape, required: opening.required, isDefaulted: false } };
  }

  /** An object that the source does not have. */
  #make(host: Host, name: string, place: string): Made {
    const values = [...host.children].flatMap(([child, tree]) => {
      const value = this.#valueOf(tree, child, `${place}/${child}`);
      return value === undefined ? [] : [{ name: child, ...value }];
    });
    const variable = this.#scope.variable(name);
    const isImplied = values.map((value) => `${value.expression} !== undefined`).join(" || ") || "false";
    const names = literal(values.map((value) => value.name));
    const slot = literal(this.#scope.read(place));
    this.after.push(
      `const ${variable} = ${this.#scope.frame.use("createHost")}(run, ${isImplied}, ${names}, ${slot});`,
    );
    this.#assignAll(variable, values);
    const required = values.some((value) => value.member.required);
    // An object that is made for one member alone is never without it.
    const isOnly = values.length === 1;
    const members = new Map(
      values.map(({ name: one, member }) => [one, isOnly ? { ...member, required: true } : member]),
    );
    return {
      expression: variable,
      member: { shape: { kind: "object", members, isMade: true }, required, isDefaulted: false },
    };
  }

  #assignAll(variable: string, values: readonly (Made & { readonly name: string })[]): void {
    const lines = values.map(
      ({ name, expression }) => `if (${expression} !== undefined) ${memberAccess(variable, name)} = ${expression};`,
    );
    this.after.push(...block(`if (${variable} !== undefined)`, lines));
  }

  /** Sets a member of the copy, unless it is there as it was. */
  #setMember({ captured, rest }: Opening, name: string, expression: string, child: Tree): void {
    const before = captured.get(name);
    if (before?.expression === expression) return;
    const isSure = child.kind === "host" && child.opening?.required === true;
    if (isSure) this.after.push(`${memberAccess(rest, name)} = ${expression};`);
    else if (before === undefined)
      this.after.push(`if (${expression} !== undefined) ${memberAccess(rest, name)} = ${expression};`);
    else this.after.push(`${this.#scope.frame.use("replace")}(${rest}, ${literal(name)}, ${expression});`);
  }

  /** Members that stood in the way on the way here; the target does not define them. */
  #giveBack(host: Sourced, place: string): void {
    const { frame } = this.#scope;
    const lines = this.#vacated(host, place).map((name) => {
      const slot = this.#scope.read(`${place}/${name}`);
      return `${frame.use("giveBack")}(run, ${host.opening.rest}, ${literal(name)}, ${literal(slot)});`;
    });
    if (lines.length > 0) this.after.push(...block("if (run.stored !== undefined)", lines));
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

  #headLine(opening: Opening): string {
    const { variable, source } = opening;
    if (variable === source) return "";
    const { frame } = this.#scope;
    const otherwise = this.#isSure(opening) ? ` ?? ${frame.use("NOTHING")}` : "";
    return `const ${variable} = ${frame.use("objectOf")}(${source})${otherwise};`;
  }

  /** Whether the variable with the object is never undefined. */
  #isSure(opening: Opening): boolean {
    const copy = this.#copies.get(opening);
    return (
      opening.variable === opening.source || (copy !== undefined && this.#surelyKept(opening, copy.without).length > 0)
    );
  }

  #memberLines(opening: Opening, isRead: (leaf: Leaf) => boolean): string[] {
    const { captured } = opening;
    const read = [...captured].filter(([, leaf]) => isRead(leaf)).map(([name, leaf]) => member(name, leaf.expression));
    if (read.length === 0) return [];
    return [`const { ${read.join(", ")} } = ${this.#objectOrNothing(opening)};`];
  }

  #copyLines(opening: Opening): string[] {
    const { frame } = this.#scope;
    const { rest, origin } = opening;
    const { without, colliding } = this.#copies.get(opening) ?? { without: [], colliding: [] };
    const collide = (name: string): string =>
      `if (${memberAccess(rest, name)} !== undefined) ` +
      `${frame.use("collide")}(run, ${rest}, ${literal(name)}, ${literal(`${origin}/${name}`)});`;
    return [this.#copyLine(opening, without), ...colliding.map(collide)];
  }

  /** A literal with the members that are always there, which is fast, and the others after it. */
  #copyLine(opening: Opening, without: readonly string[]): string {
    const { frame } = this.#scope;
    const { variable, rest } = opening;
    const kept = this.#surelyKept(opening, without);
    const names = frame.module.constant("NAMES", "readonly string[]", literal([...kept, ...without]));
    if (kept.length === 0)
      return `const ${rest} = ${frame.use("without")}(${this.#objectOrNothing(opening)}, ${names});`;
    const sure = kept.length + without.filter((name) => this.#isThere(opening, name)).length;
    const made = kept.map((name) => `${literal(name)}: ${memberAccess(variable, name)}`).join(", ");
    return `const ${rest} = ${frame.use("withOthers")}({ ${made} }, ${variable}, ${names}, ${sure});`;
  }

  /** Members that are always there and that the copy has, too. */
  #surelyKept(opening: Opening, without: readonly string[]): string[] {
    return [...opening.members.keys()].filter((name) => !without.includes(name) && this.#isThere(opening, name));
  }

  /** Whether an object has a member even before defaults are filled in. */
  #isThere({ required, members, origin }: Opening, name: string): boolean {
    if (!required || name === "__proto__") return false;
    const member = members.get(name);
    const isTold = origin === "" && this.#scope.told.includes(name);
    return isTold || (member?.required === true && !member.isDefaulted);
  }

  #objectOrNothing(opening: Opening): string {
    const { variable } = opening;
    return this.#isSure(opening) ? variable : `${variable} ?? ${this.#scope.frame.use("NOTHING")}`;
  }
}

function member(name: string, variable: string): string {
  return name === variable ? name : `${name}: ${variable}`;
}

/** Whether one of the members that were taken out shows on the way back that there was an object. */
function impliedBy(host: Sourced): string {
  const terms = [...host.opening.captured].map(([name, leaf]) => {
    const child = host.children.get(name);
    if (child === undefined || child.kind === "host") return `${leaf.expression} !== undefined`;
    return child.expression === leaf.expression
      ? "false"
      : `(${leaf.expression} !== undefined && ${child.expression} === undefined)`;
  });
  return terms.filter((term) => term !== "false").join(" || ") || "false";
}

/** Whether a member of an object came from another place. */
function isFromElsewhere(child: Tree, opening: Opening): boolean {
  return child.kind === "host" ? child.opening === undefined : !isOwn(child, opening);
}

function isOwn(leaf: Leaf, opening: Opening): boolean {
  return leaf.origin !== undefined && leaf.origin.slice(0, leaf.origin.lastIndexOf("/")) === opening.origin;
}
