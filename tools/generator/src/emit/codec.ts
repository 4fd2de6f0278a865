/** Emits `codec.gen.ts`: what the codec does with a message of a known type, dispatched by version. */

import type { Contract } from "../model.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { block, literal } from "./writer.js";

/** The dispatch of the codec. */
export function emitCodec(contracts: readonly Contract[]): GeneratedFile[] {
  const current = contracts.find((contract) => contract.current);
  return current ? [new CodecWriter(contracts, current).file()] : [];
}

class CodecWriter {
  readonly #contracts: readonly Contract[];
  readonly #current: Contract;
  readonly #module: GeneratedModule = new GeneratedModule();

  constructor(contracts: readonly Contract[], current: Contract) {
    this.#contracts = contracts;
    this.#current = current;
  }

  file(): GeneratedFile {
    this.#versions();
    this.#knownTypes();
    this.#everyVersion();
    this.#tables();
    this.#currentVersion();
    const purpose =
      "What the codec does with a message whose type is known, by version. The type is that of the message itself.";
    return this.#module.file("codec.gen.ts", "schemas", purpose);
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

  #knownTypes(): void {
    const place = this.#module.reserve();
    for (const { version, message } of this.#contracts) {
      const cases = message.branches.map(({ tag }) => `case ${literal(tag)}:`);
      this.#add(`function isTypeOfV${version}(type: string): boolean`, [
        ...block("switch (type)", [...cases, "  return true;", "default:", "  return false;"]),
      ]);
    }
    place([
      "/** Whether the version has messages of the type. */",
      ...block(
        "export function isKnownType(version: number, type: string): boolean",
        this.#byVersion((version) => `return isTypeOfV${version}(type);`, "return false;"),
      ),
    ]);
  }

  #everyVersion(): void {
    const json = this.#json();
    this.#add(
      `export function isWireMessage(version: number, value: ${json}): boolean`,
      this.#byVersion((version) => `return ${this.#use(version, "predicates", "is")}(value);`, "return false;"),
      "Whether a message is valid as it stands on the wire: null is absent, defaults may be missing.",
    );
    const generic = this.#module.use("../runtime/number-text.js", "stringifyJson");
    this.#add(
      `export function encodeMessage(version: number, value: ${json}): string`,
      this.#byVersion((version) => `return ${this.#encoded(version)};`, `return ${generic}(value);`),
      "The text of a message in canonical order. The current version takes the decoded form, older ones the form of the wire.",
    );
  }

  #encoded(version: number): string {
    if (version === this.#current.version) return `${this.#use(version, "shapes", "encode")}(value)`;
    return `${this.#module.use("../runtime/walks/encode.js", "encoded")}(${this.#use(version, "table", "")}, value)`;
  }

  #tables(): void {
    const node = this.#module.use("../runtime/table-node.js", "type TableNode");
    this.#add(
      `export function messageNode(version: number): ${node}`,
      this.#byVersion(
        (version) => `return ${this.#use(version, "table", "")};`,
        `return ${this.#use(this.#current.version, "table", "")};`,
      ),
      "What a message of the version may be; of the current one where there is no such version.",
    );
  }

  #currentVersion(): void {
    const { version } = this.#current;
    const json = this.#json();
    const shape = (verb: string): string => this.#use(version, "shapes", verb);
    const seen = `${this.#module.use("../runtime/inexact-flag.js", "inexact")}.seen`;
    const generic = `${this.#module.use("../runtime/equal.js", "equalJson")}(a, b)`;
    this.#add(
      `export function equalMessages(a: ${json}, b: ${json}): boolean`,
      [`return ${seen} ? ${generic} : ${shape("equal")}(a, b);`],
      "Whether two decoded messages of the type are equal.",
    );
  }

  #byVersion(line: (version: number) => string, other: string): string[] {
    const cases = [...this.#contracts].reverse().map(({ version }) => `case ${version}: ${line(version)}`);
    return block("switch (version)", [...cases, `default: ${other}`]);
  }

  #add(head: string, body: readonly string[], doc?: string): void {
    this.#module.add([...(doc === undefined ? [] : [`/** ${doc} */`]), ...block(head, body)]);
  }

  #json(): string {
    return this.#module.use("../runtime/json.js", "type JsonObject");
  }

  /** The function of the message union: it has the same name in each version, so it is imported under another. */
  #use(version: number, file: string, verb: string): string {
    const contract = this.#contracts.find((one) => one.version === version);
    const name = [...(contract?.definitions.values() ?? [])].find((one) => one.root === "message")?.name ?? "Message";
    return this.#module.useAs(`./v${version}/${file}.gen.js`, verb + name, `${verb || "node"}V${version}`);
  }
}
