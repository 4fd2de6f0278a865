/** Emits the module that leads a message over any number of migration steps. */

import type { Contract } from "../model.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { block, indent, literal } from "./writer.js";

const RUNTIME = "../../runtime";

/** `generated/migrations/index.gen.ts`: `upgradeMessage` and `downgradeMessage`. */
export function emitMigrationIndex(contracts: readonly Contract[]): GeneratedFile {
  return new IndexWriter(contracts).file();
}

class IndexWriter {
  readonly #module = new GeneratedModule();
  readonly #contracts: readonly Contract[];

  constructor(contracts: readonly Contract[]) {
    this.#contracts = contracts;
  }

  file(): GeneratedFile {
    const current = this.#contracts.at(-1)?.version ?? 0;
    this.#addWalk("upgradeMessage", "from", `from version \`from\` to version ${current}`, this.#upward());
    this.#addWalk("downgradeMessage", "to", `from version ${current} to version \`to\``, this.#downward());
    for (const contract of this.#contracts.slice(1, -1)) this.#addTidying(contract);
    return this.#module.file(
      "migrations/index.gen.ts",
      "schemas/migrations",
      "Migrates messages over any number of versions.",
    );
  }

  #addWalk(name: string, parameter: string, way: string, steps: readonly string[]): void {
    const object = this.#module.use(`${RUNTIME}/json.js`, "type JsonObject");
    const migrated = this.#module.use(`${RUNTIME}/migration/step.js`, "type Migrated");
    const isIdle = steps.length === 0;
    const parameters = isIdle
      ? `_type: string, message: ${object}, _${parameter}: number`
      : `type: string, message: ${object}, ${parameter}: number`;
    const body = [`let current: ${migrated} = { value: message, notes: [] };`, ...steps, "return current;"];
    this.#module.add([
      `/** Takes a message ${way}. The message is never changed; what was lost is noted. */`,
      ...block(
        `export function ${name}(${parameters}): ${migrated}`,
        isIdle ? ["return { value: message, notes: [] };"] : body,
      ),
    ]);
  }

  #upward(): string[] {
    return this.#contracts.slice(1).map((newer, index) => this.#stepLine("upgrade", this.#contracts[index], newer));
  }

  #downward(): string[] {
    const steps = this.#contracts
      .slice(1)
      .map((newer, index) => this.#stepLine("downgrade", newer, this.#contracts[index]));
    return steps.reverse();
  }

  /** Between two steps the defaults of the version in the middle are filled in, since absence means them only there. */
  #stepLine(name: "upgrade" | "downgrade", from: Contract | undefined, to: Contract | undefined): string {
    const [source, target] = [from?.version ?? 0, to?.version ?? 0];
    const [older, newer] = [Math.min(source, target), Math.max(source, target)];
    const step = `${name}${source}`;
    this.#module.use(`./v${older}-to-v${newer}.gen.js`, `${name} as ${step}`);
    const isFirst =
      name === "upgrade" ? older === this.#contracts[0]?.version : newer === this.#contracts.at(-1)?.version;
    const condition = name === "upgrade" ? `from <= ${source}` : `to <= ${target}`;
    if (isFirst) return `if (${condition}) current = ${step}(type, message);`;
    const onward = this.#module.use(`${RUNTIME}/migration/step.js`, "onward");
    return `if (${condition}) current = ${onward}(current, (value) => ${step}(type, tidied${source}(type, value)));`;
  }

  #addTidying({ version, message }: Contract): void {
    const clone = this.#module.use(`${RUNTIME}/migration/clone.js`, "cloneTree");
    const cases = message.branches.flatMap(({ tag, name }) => {
      const tidy = `tidy${name}V${version}`;
      this.#module.use(`../v${version}/shapes.gen.js`, `tidy${name} as ${tidy}`);
      return [`case ${literal(tag)}:`, `  return ${tidy}(copy) as JsonObject;`];
    });
    this.#module.add([
      `/** A copy of a message of version ${version} with its defaults filled in. */`,
      ...block(`function tidied${version}(type: string, message: JsonObject): JsonObject`, [
        `const copy = ${clone}(message);`,
        "switch (type) {",
        ...indent([...cases, "default:", "  return message;"]),
        "}",
      ]),
    ]);
  }
}
