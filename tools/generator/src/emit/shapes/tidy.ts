/** Writes `tidyX(value)`: drops nulls that mean "absent" and fills defaults, in place where that keeps the object fast. */

import type { ArrayNode, MapNode, Node, ObjectNode, Property, UnionNode } from "../../model.js";
import { block, constantName, listLiteral, literal, memberAccess } from "../writer.js";
import { droppable, jsonType, reaches, type ShapedNode, takesNull } from "./facts.js";
import { ShapeWriter } from "./shape-writer.js";

export class TidyWriter extends ShapeWriter {
  protected override readonly verb: string = "tidy";

  protected override signature(node: ShapedNode): string {
    const type = this.typeOf(node);
    return `(value: ${type}): ${type}`;
  }

  protected override unknownBody(): string[] {
    return ["return value;"];
  }

  protected override body(node: ShapedNode, owner: string): string[] {
    if (!this.#isUntidy(node)) return ["return value;"];
    switch (node.kind) {
      case "object":
        return this.#objectBody(node, owner);
      case "array":
        return this.#arrayBody(node, owner);
      case "map":
        return this.#mapBody(node, owner);
      case "union":
        return this.#unionBody(node);
      case "choice":
        return this.#choiceBody(node.nodes, owner);
    }
  }

  /** Whether there can be anything to tidy in a value of the node. */
  #isUntidy(node: Node): boolean {
    return reaches(this.contract, node, (one) => one.kind === "object" && this.#hasUntidyMembers(one));
  }

  #hasUntidyMembers(node: ObjectNode): boolean {
    return (
      droppable(this.contract, node).length > 0 || node.properties.some((property) => property.default !== undefined)
    );
  }

  #objectBody(node: ObjectNode, owner: string): string[] {
    const members = node.properties.flatMap((property) => this.#member(property, this.memberOwner(owner, property)));
    return [...this.#dropNulls(node, owner), ...members, "return it;"];
  }

  #dropNulls(node: ObjectNode, owner: string): string[] {
    const names = droppable(this.contract, node).map((property) => property.name);
    if (names.length === 0) return ["const it = value;"];
    const test = names.map((name) => `${memberAccess("value", name)} === null`).join(" || ");
    return [`const it = ${test} ? ${this.use("tidy", "withoutNulls")}(value, ${this.#nullFree(node, owner)}) : value;`];
  }

  /** The properties that are never null in a tidied value; a valid value has no null under the required ones anyway. */
  #nullFree(node: ObjectNode, owner: string): string {
    const names = node.properties
      .filter((property) => !takesNull(this.contract, property.node))
      .map(({ name }) => name);
    if (names.length === node.properties.length) return this.namesOf(node, owner);
    return this.module.constant(`${constantName(owner)}_NEVER_NULL`, "readonly string[]", listLiteral(names));
  }

  #member(property: Property, owner: string): string[] {
    const place = memberAccess("it", property.name);
    const tidied =
      this.isShaped(property.node) && this.#isUntidy(property.node)
        ? this.#assignment(property.node, place, owner)
        : undefined;
    if (property.required) return tidied === undefined ? [] : [tidied];
    const filled = property.default === undefined ? undefined : `${place} = ${literal(property.default)};`;
    if (filled === undefined) return tidied === undefined ? [] : [`if (${place} !== undefined) ${tidied}`];
    return [`if (${place} === undefined) ${filled}`, ...(tidied === undefined ? [] : [`else ${tidied}`])];
  }

  #assignment(node: Node, place: string, owner: string): string {
    return `${place} = ${this.functionFor(node, owner)}(${this.cast(node, place)});`;
  }

  #arrayBody(node: ArrayNode, owner: string): string[] {
    const assignment = this.#assignment(node.items, "value[at]", `${owner}Item`);
    return [...block("for (let at = 0; at < value.length; at++)", [assignment]), "return value;"];
  }

  #mapBody(node: MapNode, owner: string): string[] {
    const assignment = this.#assignment(node.values, "value[key]", `${owner}Value`);
    return [...block("for (const key in value)", [assignment]), "return value;"];
  }

  #unionBody(node: UnionNode): string[] {
    const untidy = node.branches.filter(({ name }) => this.#isUntidy({ kind: "ref", name }));
    const cases = untidy.map(({ tag, name }) => `case ${literal(tag)}: return tidy${name}(value);`);
    return block(`switch (${memberAccess("value", node.tag)})`, [...cases, "default: return value;"]);
  }

  #choiceBody(nodes: readonly Node[], owner: string): string[] {
    const lines = nodes
      .filter((node) => this.isShaped(node) && this.#isUntidy(node))
      .map((node) => {
        const call = this.functionFor(node, owner);
        return jsonType(this.contract, node) === "array"
          ? `if (Array.isArray(value)) return ${call}(value);`
          : `if (${this.use("check", "isObject")}(value)) return ${call}(value);`;
      });
    return [...lines, "return value;"];
  }
}
