/** Emits `contract.gen.ts`: the contract as the value that the codec is given. */

import type { Contract } from "../model.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { indent } from "./writer.js";

const TYPES = "../runtime/contract.js";

/** The contract of all versions. */
export function emitContract(contracts: readonly Contract[]): GeneratedFile[] {
  const current = contracts.find((contract) => contract.current);
  return current ? [new ContractWriter(contracts, current).file()] : [];
}

/** What of the current version alone is called. */
const LOCALS: Readonly<Record<string, string>> = { decoded: "isDecoded", checks: "hasIssues" };

class ContractWriter {
  readonly #contracts: readonly Contract[];
  readonly #current: Contract;
  readonly #module: GeneratedModule = new GeneratedModule();

  constructor(contracts: readonly Contract[], current: Contract) {
    this.#contracts = contracts;
    this.#current = current;
  }

  file(): GeneratedFile {
    this.#versions();
    for (const contract of this.#contracts) this.#version(contract);
    this.#contract();
    const purpose = "The contract as a value: what the codec has to know of the messages of each version.";
    return this.#module.file("contract.gen.ts", "schemas", purpose);
  }

  #versions(): void {
    this.#module.add([
      "/** The version that messages decode to. */",
      `export const CURRENT_VERSION: number = ${this.#current.version};`,
      "",
      "/** All versions that can be read and written, ascending. */",
      `export const VERSIONS: readonly number[] = [${this.#contracts.map((contract) => contract.version).join(", ")}];`,
    ]);
  }

  #version(contract: Contract): void {
    const { version } = contract;
    this.#object(`const V${version}`, "ContractVersion", [
      `version: ${version}`,
      `node: ${this.#ofMessage(contract, `v${version}/table`, "")}`,
      `isWire: ${this.#ofMessage(contract, `v${version}/predicates`, "is")}`,
    ]);
  }

  /** One object for each use, so that a bundler leaves out what a program does not reach. */
  #contract(): void {
    const reading = [
      `versions: [${this.#contracts.map(({ version }) => `V${version}`).join(", ")}]`,
      `current: V${this.#current.version}`,
      `hasIssues: ${this.#ofMessage(this.#current, "checks", "hasIssues")}`,
      `upgrade: ${this.#module.use("./migrations/index.gen.js", "upgradeMessage")}`,
    ];
    const writing = [
      ...reading,
      `isDecoded: ${this.#ofMessage(this.#current, "decoded", "is")}`,
      `encode: ${this.#ofShape("encode")}`,
      `downgrade: ${this.#module.use("./migrations/index.gen.js", "downgradeMessage")}`,
    ];
    const all = [
      ...writing,
      `equal: ${this.#ofShape("equal")}`,
      `roots: ${this.#module.use("./roots.gen.js", "ROOTS")}`,
    ];
    this.#object("export const READABLE_CONTRACT", "ReadableContract", reading, "What reading takes of the contract.");
    this.#object("export const WRITABLE_CONTRACT", "WritableContract", writing, "What writing takes besides.");
    this.#object("export const CONTRACT", "Contract", all, "All of the contract.");
  }

  #ofShape(verb: string): string {
    return this.#ofMessage(this.#current, `v${this.#current.version}/shapes`, verb);
  }

  /** What a module has for the message union, which is called the same in each version. */
  #ofMessage({ version, definitions }: Contract, module: string, verb: string): string {
    const name = [...definitions.values()].find((one) => one.root === "message")?.name ?? "Message";
    const local = LOCALS[module] ?? `${verb || "node"}V${version}`;
    return this.#module.useAs(`./${module}.gen.js`, verb + name, local);
  }

  #object(declaration: string, type: string, members: readonly string[], doc?: string): void {
    this.#module.add([
      ...(doc === undefined ? [] : [`/** ${doc} */`]),
      `${declaration}: ${this.#module.use(TYPES, `type ${type}`)} = {`,
      ...indent(members.map((one) => `${one},`)),
      "};",
    ]);
  }
}
