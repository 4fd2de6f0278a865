/** Writes one predicate function per definition, and one for each unnamed structure inside it. */

import type { ArrayNode, Definition, MapNode, Node, ObjectNode, UnionNode } from "../../model.js";
import {
  block,
  constantName,
  Locals,
  listLiteral,
  literal,
  memberAccess,
  negation,
  pascalName,
  returnAll,
} from "../writer.js";
import { ConditionWriter, isPlainString } from "./conditions.js";

export class PredicateWriter extends ConditionWriter {
  /** Writes the predicates of all definitions. */
  writeAll(): void {
    for (const definition of this.contract.definitions.values()) this.module.name(`is${definition.name}`);
    for (const definition of this.contract.definitions.values()) this.#writeDefinition(definition);
  }

  #writeDefinition({ name, node, unknown }: Definition): void {
    const place = this.module.reserve();
    const body = this.options.decoded && unknown ? this.#unknownBody() : this.#body(node, name);
    place(block(`export function is${name}(value: unknown): ${this.#verdictType(name)}`, body));
  }

  /** A decoded predicate narrows to the type of the definition. */
  #verdictType(name: string): string {
    return this.options.decoded ? `value is ${this.module.use("./types.gen.js", `type ${name}`)}` : "boolean";
  }

  protected override functionFor(node: Node, owner: string): string {
    const name = this.module.name(`is${owner}`);
    const place = this.module.reserve();
    place(block(`function ${name}(value: unknown): boolean`, this.#body(node, owner)));
    return name;
  }

  #body(node: Node, owner: string): string[] {
    switch (node.kind) {
      case "object":
        return this.#objectBody(node, owner);
      case "array":
        return this.#arrayBody(node, owner);
      case "map":
        return this.#mapBody(node, owner);
      case "union":
        return this.#unionBody(node, owner);
      default:
        return returnAll(this.terms(node, "value", { owner }));
    }
  }

  #objectBody(node: Node & ObjectNode, owner: string): string[] {
    const locals = new Locals();
    const member = (name: string): string => locals.of(name);
    const scope = { owner, member };
    const own = node.typed
      ? node.properties.flatMap((one) => this.propertyTerms(one, member(one.name), owner + pascalName(one.name)))
      : this.bareTerms(node, scope);
    const also = (node.also ?? []).flatMap((one) => this.terms(one, "value", scope));
    const terms = [...own, ...this.#closedTerms(node, owner), ...also];
    const read = locals.destructure("value", (name) => mentions(terms, name));
    return [`if (!${this.#isObject()}(value)) return ${!node.typed};`, ...read, ...returnAll(terms)];
  }

  #closedTerms(node: ObjectNode, owner: string): string[] {
    if (node.closed !== true) return [];
    const names = node.properties.map((property) => property.name);
    const known = this.module.constant(`${constantName(owner)}_NAMES`, "readonly string[]", listLiteral(names));
    return [`${this.#use("check", "hasOnly")}(value, ${known})`];
  }

  #arrayBody(node: Node & ArrayNode, owner: string): string[] {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems = false } = node;
    const also = [
      ...(uniqueItems ? [`${this.#use("check", "isUnique")}(value)`] : []),
      ...(node.also ?? []).flatMap((one) => this.terms(one, "value", { owner })),
    ];
    const guard = `if (!${this.#use("check", "isArray")}(value, ${minItems}, ${maxItems})) return false;`;
    if (this.isAnything(node.items) && !this.options.decoded) return [guard, ...returnAll(also)];
    const loop = block("for (let at = 0; at < value.length; at++)", [
      "const item = value[at];",
      `if (${negation(this.all(node.items, "item", { owner: `${owner}Item` }))}) return false;`,
    ]);
    return [guard, ...loop, ...returnAll(also)];
  }

  #mapBody(node: Node & MapNode, owner: string): string[] {
    const keys = isPlainString(node.keys) ? [] : this.terms(node.keys, "key", { owner: `${owner}Key` });
    const isChecked = this.options.decoded || !this.isAnything(node.values);
    const values = isChecked ? this.terms(node.values, "item", { owner: `${owner}Value` }) : [];
    const also = (node.also ?? []).flatMap((one) => this.terms(one, "value", { owner }));
    const guard = `if (!${this.#isObject()}(value)) return false;`;
    if (keys.length + values.length === 0) return [guard, ...returnAll([...this.#sizeTerms(node), ...also])];
    const loop = block("for (const key in value)", [
      ...(values.length > 0 || this.options.decoded ? ["const item = value[key];"] : []),
      ...(this.options.decoded ? ["if (item === undefined) continue;"] : []),
      `if (${negation([...keys, ...values].join(" && "))}) return false;`,
    ]);
    return [guard, ...loop, ...returnAll([...this.#sizeTerms(node), ...also])];
  }

  #sizeTerms({ minProperties, maxProperties }: MapNode): string[] {
    const count = (): string => `${this.#use("tidy", "memberCount")}(value)`;
    return [
      ...(minProperties === undefined ? [] : [`${count()} >= ${minProperties}`]),
      ...(maxProperties === undefined ? [] : [`${count()} <= ${maxProperties}`]),
    ];
  }

  #unionBody(node: Node & UnionNode, owner: string): string[] {
    const also = (node.also ?? []).flatMap((one) => this.terms(one, "value", { owner }));
    const verdict = (call: string): string => returnAll([call, ...also]).join(" ");
    const cases = node.branches.map(({ tag, name }) => `case ${literal(tag)}: ${verdict(`is${name}(value)`)}`);
    const other = node.open === undefined ? "return false;" : verdict(this.#openTerm(node.open));
    return [
      // Each branch looks for itself whether the object is a plain one.
      `if (!${this.#use("check", "isObject")}(value)) return false;`,
      ...block(`switch (${memberAccess("value", node.tag)})`, [...cases, `default: ${other}`]),
    ];
  }

  #openTerm(name: string): string {
    const term = `is${name}(value)`;
    return this.options.decoded ? `${this.#isObject()}(value) && ${term}` : term;
  }

  #unknownBody(): string[] {
    return [`return ${this.#use("unknown", "isUnknown")}(value);`];
  }

  #isObject(): string {
    return this.#use("check", this.options.decoded ? "isPlainObject" : "isObject");
  }

  #use(file: string, name: string): string {
    return this.module.use(`${this.options.runtime}/${file}.js`, name);
  }
}

/** Whether a name occurs in the terms as a word of its own, not as a member of something else. */
function mentions(terms: readonly string[], name: string): boolean {
  const word = new RegExp(`(?<![\\w.$"])${name.replaceAll("$", "\\$")}(?![\\w$"])`);
  return terms.some((term) => word.test(term));
}
