/** Emits `roots.gen.ts`: for each persisted root of the current version how every version that has it reads and writes it. */

import type { Contract } from "../model.js";
import { messageTypes, persistedRoots, type StoredType } from "../stored-types.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { constantName, indent, listLiteral, literal } from "./writer.js";

/** The forms of the roots; an empty list where the contract has none. */
export function emitRoots(contracts: readonly Contract[]): GeneratedFile[] {
  const current = contracts.find((contract) => contract.current);
  return current === undefined ? [] : [new RootsWriter(contracts, current).file()];
}

/** The constant that describes a root. */
export function rootConstant(type: string): string {
  return constantName(type);
}

/** A root in one version. */
interface Form {
  readonly contract: Contract;
  readonly name: string;
}

class RootsWriter {
  readonly #module = new GeneratedModule();
  readonly #contracts: readonly Contract[];
  readonly #current: Contract;

  constructor(contracts: readonly Contract[], current: Contract) {
    this.#contracts = contracts;
    this.#current = current;
  }

  file(): GeneratedFile {
    const root = this.#module.use("../runtime/root.js", "type Root");
    const roots = persistedRoots(this.#current);
    for (const one of roots) this.#add(one, root);
    const names = roots.map(({ type }) => rootConstant(type)).join(", ");
    this.#module.add([
      "/** Every persisted root of the current version. */",
      `export const ROOTS: readonly ${root}[] = [${names}];`,
    ]);
    return this.#module.file(
      "roots.gen.ts",
      "schemas",
      "How each version reads and writes what is stored besides messages.",
    );
  }

  #add({ type }: StoredType, root: string): void {
    const forms = this.#formsOf(type);
    const members = [
      `type: ${literal(type)}`,
      `forms: [\n${indent(forms.map((form) => `${this.#form(form)},`)).join("\n")}\n]`,
      ...(forms.length > 1 ? this.#steps() : []),
    ];
    this.#module.add([
      `export const ${rootConstant(type)}: ${root} = {`,
      ...indent(members.map((one) => `${one},`)),
      "};",
    ]);
  }

  #steps(): string[] {
    const step = (name: string): string => this.#module.use("./migrations/index.gen.js", name);
    return [`upgrade: ${step("upgradeRoot")}`, `downgrade: ${step("downgradeRoot")}`];
  }

  /** The versions that have the root, the oldest first, without those from before a version that lacked it. */
  #formsOf(type: string): Form[] {
    const forms = this.#contracts.map((contract) => {
      const name = persistedRoots(contract).find((root) => root.type === type)?.name;
      return name === undefined ? undefined : { contract, name };
    });
    return forms.slice(forms.lastIndexOf(undefined) + 1).flatMap((form) => form ?? []);
  }

  #form({ contract, name }: Form): string {
    const members = [
      `version: ${contract.version}`,
      `node: ${this.#use(contract, "table", name)}`,
      `telling: ${listLiteral(tellingNames(contract, name))}`,
      `isWire: ${this.#use(contract, "predicates", `is${name}`)}`,
      `encode: ${this.#encode(contract, name)}`,
    ];
    return `{ ${members.join(", ")} }`;
  }

  /** The current version has straight code; older ones are walked. */
  #encode(contract: Contract, name: string): string {
    if (contract.current) return this.#use(contract, "shapes", `encode${name}`);
    const walk = this.#module.use("../runtime/walks/encode.js", "encodedByTable");
    return `(value, pen) => ${walk}(${this.#use(contract, "table", name)}, value, pen)`;
  }

  #use({ version }: Contract, file: string, name: string): string {
    return this.#module.useAs(`./v${version}/${file}.gen.js`, name, `${name}V${version}`);
  }
}

/** The members that a root must have and that nothing else of its version must have. */
function tellingNames(contract: Contract, name: string): string[] {
  const others = [...messageTypes(contract), ...persistedRoots(contract)].filter((other) => other.name !== name);
  const taken = others.flatMap((other) => requiredNames(contract, other.name));
  return requiredNames(contract, name).filter((one) => !taken.includes(one));
}

function requiredNames(contract: Contract, name: string): string[] {
  const node = contract.definitions.get(name)?.node;
  return node?.kind === "object" ? node.properties.filter((one) => one.required).map((one) => one.name) : [];
}
