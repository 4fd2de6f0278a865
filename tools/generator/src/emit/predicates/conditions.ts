/** Turns a node into the terms of a conjunction about a value. */

import type { Contract, Node, ObjectNode, Property, StringNode } from "../../model.js";
import type { GeneratedModule } from "../generated-module.js";
import { constantName, literal, negation, pascalName } from "../writer.js";
import { isUuidPattern } from "./patterns.js";

export interface PredicateOptions {
  /** Whether values are decoded ones; otherwise they stand on the wire. */
  readonly decoded: boolean;
  /** The path from the emitted file to core's runtime helpers. */
  readonly runtime: string;
}

/** Where a condition stands. */
export interface Scope {
  /** What the names of functions and constants begin with. */
  readonly owner: string;
  /** The local variable of a member of the value itself; absent where the value has not been taken apart. */
  readonly member?: (name: string) => string;
  /** Whether the value is known to be a string, so that conditions need not ask again. */
  readonly text?: boolean;
}

/** More literals than this are looked up in a set. */
const MAX_COMPARED = 8;

export abstract class ConditionWriter {
  protected readonly module: GeneratedModule;
  protected readonly contract: Contract;
  protected readonly options: PredicateOptions;

  constructor(module: GeneratedModule, contract: Contract, options: PredicateOptions) {
    this.module = module;
    this.contract = contract;
    this.options = options;
  }

  /** The name of a function of its own for an unnamed object, array, map or union. */
  protected abstract functionFor(node: Node, owner: string): string;

  /** Terms that all hold when the value `x`, a local variable, satisfies the node. Each can stand between `&&`. */
  protected terms(node: Node, x: string, scope: Scope): string[] {
    const further = node.kind === "string" ? { ...scope, text: true } : scope;
    return [...this.#mainTerms(node, x, scope), ...(node.also ?? []).flatMap((one) => this.terms(one, x, further))];
  }

  /** The terms as one expression that can stand between `||`. */
  protected all(node: Node, x: string, scope: Scope): string {
    return this.terms(node, x, scope).join(" && ") || "true";
  }

  #mainTerms(node: Node, x: string, scope: Scope): string[] {
    switch (node.kind) {
      case "string":
        return this.#stringTerms(node, x, scope);
      case "number": {
        const check = this.#check(node.integer ? "isInteger" : "isNumber");
        return [`${check}(${x}, ${bound(node.minimum, "-")}, ${bound(node.maximum, "")})`];
      }
      case "boolean":
        return [`typeof ${x} === "boolean"`];
      case "null":
        return [`${x} === null`];
      case "literals":
        return [this.#literals(node.values, x, scope)];
      case "ref":
        return [`is${node.name}(${x})`];
      case "user_data":
        return this.#userData(node.object, x);
      case "choice":
      case "some":
        return [anyOf(possible(node.nodes, scope).map((one) => this.all(one, x, scope)))];
      case "all":
        return node.nodes.flatMap((one) => this.terms(one, x, scope));
      case "not":
        return [negation(this.all(node.node, x, scope))];
      case "if":
        return [this.#conditional(node, x, scope)];
      case "object":
        if (!node.typed && scope.member) return this.bareTerms(node, scope);
        return [`${this.functionFor(node, scope.owner)}(${x})`];
      default:
        return [`${this.functionFor(node, scope.owner)}(${x})`];
    }
  }

  #stringTerms(node: StringNode, x: string, scope: Scope): string[] {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = node;
    if (pattern !== undefined && isUuidPattern(pattern) && minLength <= 36 && maxLength >= 36) {
      return [`${this.module.use(`${this.options.runtime}/text.js`, "isUuidText")}(${x})`];
    }
    const anyLength = minLength === 0 && maxLength === Number.POSITIVE_INFINITY;
    const text = anyLength
      ? `typeof ${x} === "string"`
      : `${this.module.use(`${this.options.runtime}/text.js`, "isStringOf")}(${x}, ${minLength}, ${maxLength})`;
    const known = scope.text && anyLength;
    if (pattern === undefined) return known ? [] : [text];
    const name = this.module.constant(
      `${constantName(scope.owner)}_PATTERN`,
      "RegExp",
      `new RegExp(${literal(pattern)}, "u")`,
    );
    return [...(known ? [] : [text]), `${name}.test(${x})`];
  }

  #literals(values: readonly (string | number | boolean | null)[], x: string, scope: Scope): string {
    if (values.length <= MAX_COMPARED) return anyOf(values.map((value) => `${x} === ${literal(value)}`));
    const set = `/* @__PURE__ */ new Set<unknown>(${literal(values)})`;
    return `${this.module.constant(`${constantName(scope.owner)}_VALUES`, "ReadonlySet<unknown>", set)}.has(${x})`;
  }

  #userData(object: boolean, x: string): string[] {
    if (!this.options.decoded) return [object ? `${this.#check("isObject")}(${x})` : `${x} !== undefined`];
    const depth = this.module.use(`${this.options.runtime}/freeze.js`, "MAX_DEPTH");
    const json = `${this.#check("isJson")}(${x}, ${depth})`;
    return object ? [`${this.#check("isPlainObject")}(${x})`, json] : [json];
  }

  #conditional(node: Extract<Node, { kind: "if" }>, x: string, scope: Scope): string {
    const branch = (one: Node | undefined): string => (one === undefined ? "true" : this.all(one, x, scope));
    return `(${this.all(node.test, x, scope)} ? ${branch(node.then)} : ${branch(node.otherwise)})`;
  }

  /** A condition on members of the value that has been taken apart. */
  protected bareTerms(node: ObjectNode, scope: Scope): string[] {
    const { member, owner } = scope;
    if (!member) return [];
    return node.properties.flatMap((property) => {
      const x = member(property.name);
      const terms = this.terms(property.node, x, { owner: owner + pascalName(property.name) });
      if (property.required) return this.impliesPresence(property.node) ? terms : [`${x} !== undefined`, ...terms];
      return [anyOf([`${x} === undefined`, terms.join(" && ")])];
    });
  }

  /** The terms about a property of an object that says its type. */
  protected propertyTerms(property: Property, x: string, owner: string): string[] {
    const terms = this.terms(property.node, x, { owner });
    if (property.required || (this.options.decoded && property.default !== undefined)) {
      return this.impliesPresence(property.node) ? terms : [`${x} !== undefined`, ...terms];
    }
    if (this.options.decoded) return [anyOf([`${x} === undefined`, terms.join(" && ")])];
    if (this.isAnything(property.node)) return [];
    return [anyOf([`${x} == null`, terms.join(" && ")])];
  }

  /** Whether the node refuses `undefined`. */
  protected impliesPresence(node: Node): boolean {
    if (node.kind === "ref") {
      const target = this.contract.definitions.get(node.name)?.node;
      return target === undefined || this.impliesPresence(target);
    }
    if (node.kind === "object") return node.typed;
    if (node.kind === "all") return node.nodes.some((one) => this.impliesPresence(one));
    if (node.kind === "some") return node.nodes.every((one) => this.impliesPresence(one));
    return node.kind !== "not" && node.kind !== "if";
  }

  protected isAnything(node: Node): boolean {
    return node.kind === "user_data" && !node.object && (node.also ?? []).length === 0;
  }

  #check(name: string): string {
    return this.module.use(`${this.options.runtime}/check.js`, name);
  }
}

/** The terms joined by `||`, in parentheses where there are several. */
function anyOf(terms: readonly string[]): string {
  if (terms.length === 0) return "false";
  return terms.length === 1 ? (terms[0] ?? "false") : `(${terms.join(" || ")})`;
}

/** The branches that remain where the value is known to be a string. */
function possible(nodes: readonly Node[], scope: Scope): readonly Node[] {
  return scope.text ? nodes.filter((one) => !(one.kind === "not" && isPlainString(one.node))) : nodes;
}

/** Whether the node is any string. */
export function isPlainString(node: Node): boolean {
  if (node.kind !== "string" || node.also) return false;
  return node.minLength === undefined && node.maxLength === undefined && node.pattern === undefined;
}

function bound(value: number | undefined, sign: string): string {
  return value === undefined ? `${sign}Number.MAX_VALUE` : String(value);
}
