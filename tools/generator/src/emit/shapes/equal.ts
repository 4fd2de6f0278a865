/** Writes `equalX(a, b)`: whether two decoded values of one definition are equal; an undefined member is absent. */

import type { ArrayNode, Node, ObjectNode, Property, UnionNode } from "../../model.js";
import { block, literal, memberAccess, returnAll } from "../writer.js";
import { jsonType, type ShapedNode, target } from "./facts.js";
import { ShapeWriter } from "./shape-writer.js";

const SCALARS: readonly string[] = ["string", "number", "boolean", "null", "literals"];

/** How a function begins: a member may be absent in either value. */
const BOTH_PRESENT = ["if (a === b) return true;", "if (a === undefined || b === undefined) return false;"];

export class EqualWriter extends ShapeWriter {
  protected override readonly verb: string = "equal";

  protected override signature(node: ShapedNode): string {
    const type = this.typeOf(node);
    const absent = type === "unknown" ? "" : " | undefined";
    return `(a: ${type}${absent}, b: ${type}${absent}): boolean`;
  }

  protected override unknownBody(): string[] {
    return [`return ${this.#generic("a", "b")};`];
  }

  protected override body(node: ShapedNode, owner: string): string[] {
    switch (node.kind) {
      case "object":
        return [...BOTH_PRESENT, ...this.#objectBody(node, owner)];
      case "array":
        return [...BOTH_PRESENT, ...this.#arrayBody(node, owner)];
      case "map":
        return [`return ${this.#generic("a", "b")};`];
      case "union":
        return this.#unionBody(node);
      case "choice":
        return this.#choiceBody(node.nodes, owner);
    }
  }

  #objectBody(node: ObjectNode, owner: string): string[] {
    const terms = node.properties.flatMap((property) => this.#memberTerm(property, this.memberOwner(owner, property)));
    return returnAll([...terms, ...(node.closed ? [] : [this.#extrasTerm(node, owner)])]);
  }

  #extrasTerm(node: ObjectNode, owner: string): string {
    const required = node.properties.filter((property) => property.required).length;
    const counts = node.properties
      .filter((property) => !property.required)
      .map((property) => `${this.use("equal", "presenceCount")}(${memberAccess("a", property.name)})`);
    const count = [String(required), ...counts].join(" + ");
    return `${this.use("equal", "equalExtras")}(a, b, ${this.namesOf(node, owner)}, ${count})`;
  }

  #memberTerm(property: Property, owner: string): string[] {
    const isConstant = property.required && property.node.kind === "literals" && property.node.values.length === 1;
    if (isConstant) return [];
    return [this.#term(property.node, memberAccess("a", property.name), memberAccess("b", property.name), owner)];
  }

  #term(node: Node, a: string, b: string, owner: string): string {
    if (SCALARS.includes(target(this.contract, node).kind)) return `${a} === ${b}`;
    if (!this.isShaped(node)) return this.#generic(a, b);
    const call = this.functionFor(node, owner);
    return this.typeOf(node) === "unknown"
      ? `${call}(${a}, ${b})`
      : `${call}(${this.cast(node, a)} | undefined, ${this.cast(node, b)} | undefined)`;
  }

  #generic(a: string, b: string): string {
    return `${this.use("equal", "equalPlainJson")}(${a}, ${b})`;
  }

  #arrayBody(node: ArrayNode, owner: string): string[] {
    const term = this.#term(node.items, "a[at]", "b[at]", `${owner}Item`);
    const loop = block("for (let at = 0; at < a.length; at++)", [`if (!(${term})) return false;`]);
    return ["if (a.length !== b.length) return false;", ...loop, "return true;"];
  }

  #unionBody(node: UnionNode): string[] {
    const cases = node.branches.map(({ tag, name }) => `case ${literal(tag)}: return equal${name}(a, b);`);
    const [a, b] = [memberAccess("a", node.tag), memberAccess("b", node.tag)];
    return [
      ...BOTH_PRESENT,
      `if (${a} !== ${b}) return false;`,
      ...block(`switch (${a})`, [...cases, `default: return ${this.#generic("a", "b")};`]),
    ];
  }

  #choiceBody(nodes: readonly Node[], owner: string): string[] {
    const lines = nodes
      .filter((node) => this.isShaped(node))
      .map((node) => {
        const isArray = jsonType(this.contract, node) === "array";
        const test = (x: string): string =>
          isArray ? `Array.isArray(${x})` : `${this.use("check", "isObject")}(${x})`;
        return `if (${test("a")} && ${test("b")}) return ${this.functionFor(node, owner)}(a, b);`;
      });
    return [...lines, `return ${this.#generic("a", "b")};`];
  }
}
