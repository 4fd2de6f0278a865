/** Writes `encodeX(value, pen)`: the JSON text in canonical order, by concatenation; what the schema does not know comes last. */

import type { ArrayNode, MapNode, Node, ObjectNode, Property, UnionNode } from "../../model.js";
import { block, literal, memberAccess } from "../writer.js";
import { hasNumbers, jsonType, type ShapedNode, target } from "./facts.js";
import { scalarText, templateLiteral, templateText } from "./scalar-text.js";
import { ShapeWriter } from "./shape-writer.js";

export class EncodeWriter extends ShapeWriter {
  protected override readonly verb: string = "encode";

  /** Not every function writes what the pen has to say anything about. */
  protected override signature(node: ShapedNode, body: readonly string[]): string {
    const pen = body.some((line) => line.includes("pen")) ? "pen" : "_pen";
    return `(value: ${this.typeOf(node)}, ${pen}: ${this.use("pen", "type Pen")}): string`;
  }

  protected override unknownBody(): string[] {
    return [`return ${this.use("unknown", "encodeUnknown")}(value, pen);`];
  }

  protected override body(node: ShapedNode, owner: string): string[] {
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

  #objectBody(node: ObjectNode, owner: string): string[] {
    const first = node.properties.findIndex((property) => this.isAlwaysPresent(property));
    return first === -1 ? this.#looseBody(node, owner) : this.#firmBody(node, owner, first);
  }

  /** An object that surely has a member: those before it bring a comma after them, those behind it one before them. */
  #firmBody(node: ObjectNode, owner: string, first: number): string[] {
    const before = node.properties
      .slice(0, first)
      .flatMap((one) => this.#append(node, one, `${this.#member(one, owner)},`));
    const fixed = node.properties.slice(first);
    const firstOptional = fixed.findIndex((property) => !this.isAlwaysPresent(property));
    const lead = firstOptional === -1 ? fixed : fixed.slice(0, firstOptional);
    const rest = fixed.slice(lead.length).flatMap((one) => this.#append(node, one, `,${this.#member(one, owner)}`));
    const members = lead.map((property) => this.#member(property, owner)).join(",");
    const end = this.#end(node, owner);
    if (before.length + rest.length === 0) return [`return ${templateLiteral(`{${members}`)} + ${end};`];
    const start = before.length === 0 ? templateLiteral(`{${members}`) : '"{"';
    const middle = before.length === 0 ? [] : [`json += ${templateLiteral(members)};`];
    return [`let json = ${start};`, ...this.#count(node), ...before, ...middle, ...rest, `return json + ${end};`];
  }

  /** An object whose members may all be absent: each brings a comma, and the first one is cut off in the end. */
  #looseBody(node: ObjectNode, owner: string): string[] {
    const lines = node.properties.flatMap((one) => this.#append(node, one, `,${this.#member(one, owner)}`));
    const finish = this.use("json-text", "looseObject");
    return ['let json = "";', ...this.#count(node), ...lines, `return ${finish}(json + ${this.#end(node, owner)});`];
  }

  #count(node: ObjectNode): string[] {
    const always = node.properties.filter((property) => this.isAlwaysPresent(property)).length;
    return this.#isCounted(node) ? [`let count = ${always};`] : [];
  }

  /** Whether the number of known members differs from value to value and matters. */
  #isCounted(node: ObjectNode): boolean {
    return node.closed !== true && node.properties.some((property) => !this.isAlwaysPresent(property));
  }

  #append(node: ObjectNode, property: Property, member: string): string[] {
    const line = `json += ${templateLiteral(member)};`;
    if (this.isAlwaysPresent(property)) return [line];
    const present = `if (${memberAccess("value", property.name)} !== undefined)`;
    return this.#isCounted(node) ? block(present, [line, "count++;"]) : [`${present} ${line}`];
  }

  /** The members that the schema does not know, and the closing brace. */
  #end(node: ObjectNode, owner: string): string {
    if (node.closed) return '"}"';
    const count = this.#isCounted(node) ? "count" : String(node.properties.length);
    return `${this.use("json-text", "closing")}(value, ${this.namesOf(node, owner)}, ${count}, pen)`;
  }

  /** A member as a part of a template literal: `"name":${...}`. */
  #member(property: Property, owner: string): string {
    const place = memberAccess("value", property.name);
    const text = this.#text(property.node, place, "value", literal(property.name), this.memberOwner(owner, property));
    return `${templateText(literal(property.name))}:${text}`;
  }

  /** The text of a value as a part of a template literal. */
  #text(node: Node, place: string, container: string, key: string, owner: string): string {
    const scalar = scalarText(target(this.contract, node), place, () => this.use("json-text", "quote"));
    if (scalar !== undefined) return scalar;
    if (!this.isShaped(node)) return `\${${this.#jsonText(node, place, container, key)}}`;
    const call = `${this.functionFor(node, owner)}(${this.cast(node, place)}, pen)`;
    if (!hasNumbers(this.contract, node)) return `\${${call}}`;
    return `\${typeof ${place} === "number" ? ${this.use("json-text", "numberText")}(${container}, ${key}, ${place}, pen) : ${call}}`;
  }

  #jsonText(node: Node, place: string, container: string, key: string): string {
    const shape = target(this.contract, node);
    if (shape.kind === "user_data" && shape.object) return `${this.use("json-text", "userDataText")}(${place}, pen)`;
    const writer = shape.kind === "number" ? "numberText" : "jsonText";
    return `${this.use("json-text", writer)}(${container}, ${key}, ${place}, pen)`;
  }

  #arrayBody(node: ArrayNode, owner: string): string[] {
    const item = this.#text(node.items, "value[at]", "value", "at", `${owner}Item`);
    const loop = block("for (let at = 0; at < value.length; at++)", [
      'if (at > 0) json += ",";',
      `json += ${templateLiteral(item)};`,
    ]);
    return ['let json = "[";', ...loop, 'return json + "]";'];
  }

  #mapBody(node: MapNode, owner: string): string[] {
    const item = this.#text(node.values, "value[key]", "value", "key", `${owner}Value`);
    const loop = block("for (const key in value)", [
      "if (value[key] === undefined) continue;",
      'if (json !== "{") json += ",";',
      `json += ${templateLiteral(`\${JSON.stringify(key)}:${item}`)};`,
    ]);
    return ['let json = "{";', ...loop, 'return json + "}";'];
  }

  #unionBody(node: UnionNode): string[] {
    const cases = node.branches.map(({ tag, name }) => `case ${literal(tag)}: return encode${name}(value, pen);`);
    return block(`switch (${memberAccess("value", node.tag)})`, [
      ...cases,
      `default: return ${this.use("unknown", "encodeUnknown")}(value, pen);`,
    ]);
  }

  #choiceBody(nodes: readonly Node[], owner: string): string[] {
    const lines = nodes
      .filter((node) => this.isShaped(node))
      .map((node) => {
        const isArray = jsonType(this.contract, node) === "array";
        const test = isArray ? "Array.isArray(value)" : `${this.use("check", "isObject")}(value)`;
        return `if (${test}) return ${this.functionFor(node, owner)}(value, pen);`;
      });
    return [...lines, `return ${this.use("json-text", "userDataText")}(value, pen);`];
  }
}
