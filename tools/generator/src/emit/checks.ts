/** Emits `checks.gen.ts`: whether the semantic checks that schemas name have anything to say of a decoded value. They mostly have not, so that looking must cost nothing. */

import type { Contract, Definition, Node, ObjectNode, UnionNode } from "../model.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { block, indent, literal, memberAccess } from "./writer.js";

const RUNTIME = "../runtime/checks/has-issues.js";

/** Of the current version, which is what decoding gives. */
export function emitChecks(contracts: readonly Contract[]): GeneratedFile[] {
  return contracts.filter((contract) => contract.current).map((contract) => new ChecksWriter(contract).file());
}

class ChecksWriter {
  readonly #contract: Contract;
  readonly #module: GeneratedModule = new GeneratedModule();
  /** The definitions in whose values there is something to check. */
  readonly #checked: ReadonlySet<string>;
  /** The definitions that there is a function for, which grow while they are written. */
  readonly #wanted = new Set<string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#checked = checkedDefinitions(contract.definitions);
  }

  file(): GeneratedFile {
    const { definitions, version } = this.#contract;
    for (const one of definitions.values()) if (one.root === "message") this.#functionFor(one.name);
    for (const name of this.#wanted) this.#definition(definitions.get(name));
    const purpose = "Whether the semantic checks have anything to say of a value in its decoded form.";
    return this.#module.file("checks.gen.ts", `schemas/v${version}`, purpose);
  }

  /** The name of the function for a definition, which will be written. */
  #functionFor(name: string): string {
    this.#wanted.add(name);
    return `hasIssues${name}`;
  }

  #definition(definition: Definition | undefined): void {
    if (definition === undefined) return;
    const { name, node, root } = definition;
    const isChecked = this.#checked.has(name);
    const value = isChecked ? "value" : "_value";
    const declaration = root === "message" ? "export function" : "function";
    const body = isChecked ? this.#body(node, value) : ["return false;"];
    this.#module.add(block(`${declaration} ${this.#functionFor(name)}(${value}: unknown): boolean`, body));
  }

  #body(node: Node, value: string): string[] {
    if (node.kind === "union") return [...refuseAll(this.#own(node, value)), ...this.#union(node, value)];
    const terms = this.#terms(node, value);
    return terms.length === 1
      ? [`return ${terms[0]};`]
      : ["return (", ...indent(terms.map((term, at) => (at < terms.length - 1 ? `${term} ||` : term))), ");"];
  }

  /** What is true where there is something to tell of the value, each by itself. */
  #terms(node: Node, value: string): string[] {
    return [...this.#own(node, value), ...this.#inside(node, value)];
  }

  #own({ checks = [] }: Node, value: string): string[] {
    return checks.map((check) => `${this.#module.use(RUNTIME, "fails")}(${literal(check)}, ${value})`);
  }

  #inside(node: Node, value: string): string[] {
    switch (node.kind) {
      case "ref":
        return this.#checked.has(node.name) ? [`${this.#functionFor(node.name)}(${value})`] : [];
      case "object":
        return this.#members(node, value);
      case "array":
        return this.#each(node.items, value);
      case "map":
        return this.#each(node.values, `Object.values(${this.#fieldsOf(value)})`);
      case "choice":
        return node.nodes.flatMap((one) => this.#ofKind(one, value));
      default:
        return [];
    }
  }

  #members({ properties }: ObjectNode, value: string): string[] {
    const fields = `(${this.#fieldsOf(value)})`;
    return properties.flatMap(({ name, node, required }) => {
      const member = memberAccess(fields, name);
      return this.#terms(node, member).map((term) => (required ? term : `(${member} !== undefined && ${term})`));
    });
  }

  #fieldsOf(value: string): string {
    return `${value} as ${this.#module.use("../runtime/json.js", "type Fields")}`;
  }

  /** @param list What has the items. */
  #each(node: Node, list: string): string[] {
    const terms = this.#terms(node, "item");
    if (terms.length === 0) return [];
    const test = node.kind === "ref" ? this.#functionFor(node.name) : `(item) => ${terms.join(" || ")}`;
    return [`${this.#module.use(RUNTIME, "inItems")}(${list}, ${test})`];
  }

  /** A text is told apart from a list and an object by what it is. */
  #ofKind(node: Node, value: string): string[] {
    const terms = this.#terms(node, value);
    if (terms.length === 0) return [];
    const target = node.kind === "ref" ? this.#contract.definitions.get(node.name)?.node : node;
    const isList = target?.kind === "array";
    const guard = isList
      ? `Array.isArray(${value})`
      : `${this.#module.use("../runtime/check.js", "isObject")}(${value})`;
    return [`(${guard} && (${terms.join(" || ")}))`];
  }

  #union({ tag, branches }: UnionNode, value: string): string[] {
    const cases = branches
      .filter(({ name }) => this.#checked.has(name))
      .map((branch) => `case ${literal(branch.tag)}: return ${this.#functionFor(branch.name)}(${value});`);
    return block(`switch (${memberAccess(`(${this.#fieldsOf(value)})`, tag)})`, [...cases, "default: return false;"]);
  }
}

function refuseAll(terms: readonly string[]): string[] {
  return terms.map((term) => `if (${term}) return true;`);
}

/** Those with checks of their own, and those in which one of them stands, however deep. */
function checkedDefinitions(definitions: ReadonlyMap<string, Definition>): ReadonlySet<string> {
  const checked = new Set<string>();
  let before = -1;
  while (before < checked.size) {
    before = checked.size;
    for (const { name, node } of definitions.values()) if (isChecked(node, checked)) checked.add(name);
  }
  return checked;
}

function isChecked(node: Node, checked: ReadonlySet<string>): boolean {
  if ((node.checks ?? []).length > 0) return true;
  switch (node.kind) {
    case "ref":
      return checked.has(node.name);
    case "object":
      return node.properties.some((property) => isChecked(property.node, checked));
    case "array":
      return isChecked(node.items, checked);
    case "map":
      return isChecked(node.values, checked);
    case "choice":
      return node.nodes.some((one) => isChecked(one, checked));
    case "union":
      return node.branches.some(({ name }) => checked.has(name));
    default:
      return false;
  }
}
