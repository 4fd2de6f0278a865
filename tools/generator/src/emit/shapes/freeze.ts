/**
 * Writes `freezeX(value, room)`: freezes a value and everything in it; false when it is nested too deep. Only shapes that can
 * hold something unknown get code of their own, because its wrapper is not a level of nesting on the wire. For the others the
 * generic function is as fast: nearly all of the time is spent in `Object.freeze`.
 */

import type { ArrayNode, MapNode, Node, ObjectNode, UnionNode } from "../../model.js";
import { block, constantName, listLiteral, literal, memberAccess, returnAll } from "../writer.js";
import { isRecursive, jsonType, reaches, type ShapedNode } from "./facts.js";
import { ShapeWriter } from "./shape-writer.js";

export class FreezeWriter extends ShapeWriter {
  protected override readonly verb: string = "freeze";

  protected override signature(node: ShapedNode): string {
    return `(value: ${this.typeOf(node)}, room: number): boolean`;
  }

  protected override unknownBody(): string[] {
    return [`return ${this.use("unknown", "freezeUnknown")}(value, room);`];
  }

  protected override body(node: ShapedNode, owner: string): string[] {
    if (!this.#isOpen(node)) return [`return ${this.#generic()}(value, room);`];
    const limit = isRecursive(this.contract, owner) && node.kind !== "union" ? ["if (room <= 0) return false;"] : [];
    switch (node.kind) {
      case "object":
        return [...limit, "Object.freeze(value);", ...this.#objectBody(node, owner)];
      case "array":
        return [...limit, "Object.freeze(value);", ...this.#arrayBody(node, owner)];
      case "map":
        return [...limit, "Object.freeze(value);", ...this.#mapBody(node, owner)];
      case "union":
        return this.#unionBody(node);
      case "choice":
        return this.#choiceBody(node.nodes, owner);
    }
  }

  #isOpen(node: Node): boolean {
    return reaches(this.contract, node, (one) => one.kind === "union" && one.open !== undefined);
  }

  #generic(): string {
    return this.use("freeze", "freezeJson");
  }

  #objectBody(node: ObjectNode, owner: string): string[] {
    const open = node.properties.filter((property) => this.#isOpen(property.node));
    const terms = open.map((property) => {
      const place = memberAccess("value", property.name);
      const call = this.#call(property.node, place, this.memberOwner(owner, property));
      return this.isAlwaysPresent(property) ? call : `(${place} === undefined || ${call})`;
    });
    const names = this.module.constant(
      `OPEN_${constantName(owner)}`,
      "readonly string[]",
      listLiteral(open.map(({ name }) => name)),
    );
    return returnAll([...terms, `${this.use("freeze", "freezeOthers")}(value, ${names}, room)`]);
  }

  #call(node: Node, place: string, owner: string): string {
    return `${this.functionFor(node, owner)}(${this.cast(node, place)}, room - 1)`;
  }

  #arrayBody(node: ArrayNode, owner: string): string[] {
    const call = this.#call(node.items, "value[at]", `${owner}Item`);
    return [...block("for (let at = 0; at < value.length; at++)", [`if (!${call}) return false;`]), "return true;"];
  }

  #mapBody(node: MapNode, owner: string): string[] {
    const call = this.#call(node.values, "value[key]", `${owner}Value`);
    return [...block("for (const key in value)", [`if (!${call}) return false;`]), "return true;"];
  }

  #unionBody(node: UnionNode): string[] {
    const open = node.branches.filter(({ name }) => this.#isOpen({ kind: "ref", name }));
    const cases = open.map(({ tag, name }) => `case ${literal(tag)}: return freeze${name}(value, room);`);
    const unknown =
      node.open === undefined ? [] : [`case "unknown": return ${this.use("unknown", "freezeUnknown")}(value, room);`];
    return block(`switch (${memberAccess("value", node.tag)})`, [
      ...cases,
      ...unknown,
      `default: return ${this.#generic()}(value, room);`,
    ]);
  }

  #choiceBody(nodes: readonly Node[], owner: string): string[] {
    const lines = nodes
      .filter((node) => this.#isOpen(node))
      .map((node) => {
        const isArray = jsonType(this.contract, node) === "array";
        const test = isArray ? "Array.isArray(value)" : `${this.use("check", "isObject")}(value)`;
        return `if (${test}) return ${this.functionFor(node, owner)}(value, room);`;
      });
    return [...lines, `return ${this.#generic()}(value, room);`];
  }
}
