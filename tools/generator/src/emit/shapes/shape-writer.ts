/** Writes one function per definition and operation, and one for each unnamed structure inside it. */

import type { Contract, Node, ObjectNode, Property } from "../../model.js";
import type { GeneratedModule } from "../generated-module.js";
import { block, constantName, listLiteral, pascalName } from "../writer.js";
import { hasShape, isShaped, type ShapedNode, target } from "./facts.js";

export abstract class ShapeWriter {
  /** What the names of the functions begin with. */
  protected abstract readonly verb: string;

  protected readonly module: GeneratedModule;
  protected readonly contract: Contract;
  readonly #runtime: string;

  /** @param runtime The path from the emitted file to core's runtime helpers. */
  constructor(module: GeneratedModule, contract: Contract, runtime: string) {
    this.module = module;
    this.contract = contract;
    this.#runtime = runtime;
  }

  /** The parameters and the result of a function, as `(value: Fields): Fields`. */
  protected abstract signature(node: ShapedNode, body: readonly string[]): string;

  protected abstract body(node: ShapedNode, owner: string): string[];

  /** The body for the definition that takes what an open union does not know. */
  protected abstract unknownBody(): string[];

  /** Keeps the names of definitions free of those of unnamed structures. */
  reserveNames(): void {
    for (const name of this.#shapedNames()) this.module.name(this.verb + name);
  }

  /** Writes the functions of all definitions that have a shape. */
  writeAll(): void {
    for (const name of this.#shapedNames()) {
      const definition = this.contract.definitions.get(name);
      if (!definition) continue;
      const shape = this.targetOf(definition.node);
      const body = (): string[] => (definition.unknown === true ? this.unknownBody() : this.body(shape, name));
      this.#place(`export function ${this.verb}${name}`, shape, body);
    }
  }

  #shapedNames(): string[] {
    return [...this.contract.definitions.keys()].filter((name) => hasShape(this.contract, name));
  }

  /** A function stands before those that writing its body adds. */
  #place(name: string, shape: ShapedNode, body: () => string[]): void {
    const place = this.module.reserve();
    const lines = body();
    place(block(name + this.signature(shape, lines), lines));
  }

  /** The function for a node: that of the definition it refers to, or one of its own. */
  protected functionFor(node: Node, owner: string): string {
    if (node.kind === "ref") return this.verb + node.name;
    const name = this.module.name(this.verb + owner);
    const shape = this.targetOf(node);
    this.#place(`function ${name}`, shape, () => this.body(shape, owner));
    return name;
  }

  /** @throws Error for a node without a shape: the caller has to ask first. */
  protected targetOf(node: Node): ShapedNode {
    const shape = target(this.contract, node);
    if (!isShaped(shape)) throw new Error(`a node of kind ${shape.kind} has no shape`);
    return shape;
  }

  protected isShaped(node: Node): boolean {
    return isShaped(target(this.contract, node));
  }

  /** The type under which a value of the node is handled. */
  protected typeOf(node: Node): string {
    const { kind } = target(this.contract, node);
    if (kind === "array") return "unknown[]";
    return ["object", "map", "union", "user_data"].includes(kind) ? this.use("json", "type Fields") : "unknown";
  }

  /** A member read as the type of its node. */
  protected cast(node: Node, expression: string): string {
    const type = this.typeOf(node);
    return type === "unknown" ? expression : `${expression} as ${type}`;
  }

  protected use(file: string, name: string): string {
    return this.module.use(`${this.#runtime}/${file}.js`, name);
  }

  protected memberOwner(owner: string, property: Property): string {
    return owner + pascalName(property.name);
  }

  /** The constant with the names of all properties that the schema knows. */
  protected namesOf(node: ObjectNode, owner: string): string {
    const names = node.properties.map((property) => property.name);
    return this.module.constant(`${constantName(owner)}_NAMES`, "readonly string[]", listLiteral(names));
  }

  /** Whether a tidied value always has the property: it is required or has a default. */
  protected isAlwaysPresent(property: Property): boolean {
    return property.required || property.default !== undefined;
  }
}
