/** Writes `wrapX(value, at, wrap)`: puts values with an unknown tag into their decoded form, in place. */

import { pointerStep } from "../../json.js";
import type { ArrayNode, MapNode, Node, ObjectNode, UnionNode } from "../../model.js";
import { block, literal, memberAccess } from "../writer.js";
import { jsonType, reaches, type ShapedNode, target } from "./facts.js";
import { templateText } from "./scalar-text.js";
import { ShapeWriter } from "./shape-writer.js";

/** The pointer of an item or of a member of a map, which is built only when it is needed. */
const ITEM_POINTER = `\`\${at}/\${index}\``;

export class WrapWriter extends ShapeWriter {
  protected override readonly verb: string = "wrap";

  protected override signature(node: ShapedNode, isUnknown: boolean): string {
    const type = this.typeOf(node);
    const used = isUnknown || this.#isOpen(node) ? "" : "_";
    const result = isUnknown || node.kind === "union" ? "object" : type;
    return `(value: ${type}, ${used}at: string, ${used}wrap: ${this.use("unknown", "type Wrap")}): ${result}`;
  }

  protected override unknownBody(): string[] {
    return [`return wrap(value as ${this.use("json", "type JsonObject")}, at);`];
  }

  protected override body(node: ShapedNode, owner: string): string[] {
    if (!this.#isOpen(node)) return ["return value;"];
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

  /** Whether a value of the node can hold something unknown. */
  #isOpen(node: Node): boolean {
    return reaches(this.contract, node, (one) => one.kind === "union" && one.open !== undefined);
  }

  #objectBody(node: ObjectNode, owner: string): string[] {
    const open = node.properties.filter((property) => this.#isOpen(property.node));
    const lines = open.map((property) => {
      const place = memberAccess("value", property.name);
      const call = this.#call(
        property.node,
        place,
        `\`\${at}${templateText(pointerStep(property.name))}\``,
        this.memberOwner(owner, property),
      );
      // Null is absent; the walk that only looks for what is unknown meets it, since nothing is tidied for it.
      return property.required ? `${place} = ${call};` : `if (${place} != null) ${place} = ${call};`;
    });
    return [...lines, "return value;"];
  }

  #call(node: Node, place: string, pointer: string, owner: string): string {
    return `${this.functionFor(node, owner)}(${this.cast(node, place)}, ${pointer}, wrap)`;
  }

  #arrayBody(node: ArrayNode, owner: string): string[] {
    const items = target(this.contract, node.items);
    const loop = (body: readonly string[]): string[] =>
      block("for (let index = 0; index < value.length; index++)", body);
    if (items.kind === "union" && node.items.kind === "ref" && this.#isFlat(items)) {
      const fields = `value[index] as ${this.use("json", "type Fields")}`;
      const original = `value[index] as ${this.use("json", "type JsonObject")}`;
      const known = this.#knows(items, node.items.name);
      return [
        ...loop([`if (!${known}(${fields})) value[index] = wrap(${original}, ${ITEM_POINTER});`]),
        "return value;",
      ];
    }
    return [
      ...loop([`value[index] = ${this.#call(node.items, "value[index]", ITEM_POINTER, `${owner}Item`)};`]),
      "return value;",
    ];
  }

  #mapBody(node: MapNode, owner: string): string[] {
    const pointer = `at + ${this.use("unknown", "keyPointer")}(key)`;
    const line = `value[key] = ${this.#call(node.values, "value[key]", pointer, `${owner}Value`)};`;
    return [...block("for (const key in value)", [line]), "return value;"];
  }

  /** Whether only the union itself can be unknown, nothing inside its branches. */
  #isFlat(node: UnionNode): boolean {
    return node.open !== undefined && !node.branches.some(({ name }) => this.#isOpen({ kind: "ref", name }));
  }

  /** The function that tells a known tag; written once for each union. */
  #knows(node: UnionNode, name: string): string {
    const wanted = `knows${name}`;
    if (this.module.isTaken(wanted)) return wanted;
    this.module.name(wanted);
    const cases = node.branches.map(({ tag }) => `case ${literal(tag)}:`);
    const body = block(`switch (${memberAccess("value", node.tag)})`, [
      ...cases,
      "  return true;",
      "default:",
      "  return false;",
    ]);
    this.module.add(block(`function ${wanted}(value: ${this.use("json", "type Fields")}): boolean`, body));
    return wanted;
  }

  #unionBody(node: UnionNode): string[] {
    const cases = node.branches.map(({ tag, name }) =>
      this.#isOpen({ kind: "ref", name })
        ? `case ${literal(tag)}: return wrap${name}(value, at, wrap);`
        : `case ${literal(tag)}: return value;`,
    );
    const other =
      node.open === undefined ? "return value;" : `return wrap(value as ${this.use("json", "type JsonObject")}, at);`;
    return block(`switch (${memberAccess("value", node.tag)})`, [...cases, `default: ${other}`]);
  }

  #choiceBody(nodes: readonly Node[], owner: string): string[] {
    const lines = nodes
      .filter((node) => this.isShaped(node) && this.#isOpen(node))
      .map((node) => {
        const call = `return ${this.functionFor(node, owner)}(value, at, wrap);`;
        const isArray = jsonType(this.contract, node) === "array";
        return isArray ? `if (Array.isArray(value)) ${call}` : `if (${this.use("check", "isObject")}(value)) ${call}`;
      });
    return [...lines, "return value;"];
  }
}
