/** Emits the module that leads a message or a persisted root over any number of migration steps. */

import type { Contract } from "../model.js";
import { messageTypes, persistedRoots, type StoredType, sharedTypes } from "../stored-types.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { block, indent, literal } from "./writer.js";

const RUNTIME = "../../runtime";

/** `generated/migrations/index.gen.ts`: `upgradeMessage` and `downgradeMessage`, and the same for roots where there are steps for them. */
export function emitMigrationIndex(contracts: readonly Contract[]): GeneratedFile {
  return new IndexWriter(contracts).file();
}

/** What messages and roots differ in. */
interface Kind {
  readonly noun: "message" | "root";
  /** What the functions of a step and those written here are called after. */
  readonly suffix: "" | "Root";
  readonly types: (contract: Contract) => readonly StoredType[];
}

const MESSAGES: Kind = { noun: "message", suffix: "", types: messageTypes };
const ROOTS: Kind = { noun: "root", suffix: "Root", types: persistedRoots };

/** Two neighbouring versions. */
type Pair = readonly [older: Contract, newer: Contract];

class IndexWriter {
  readonly #module = new GeneratedModule();
  readonly #contracts: readonly Contract[];

  constructor(contracts: readonly Contract[]) {
    this.#contracts = contracts;
  }

  file(): GeneratedFile {
    this.#addKind(MESSAGES, this.#pairs());
    const pairs = this.#pairsWithRoots();
    if (pairs.length > 0) this.#addKind(ROOTS, pairs);
    return this.#module.file(
      "migrations/index.gen.ts",
      "schemas/migrations",
      `Migrates messages ${pairs.length > 0 ? "and persisted roots " : ""}over any number of versions.`,
    );
  }

  #pairs(): Pair[] {
    return this.#contracts.slice(1).map((newer, index) => [this.#contracts[index] as Contract, newer]);
  }

  /** The newest pairs, as far down as each has a root that both versions have. */
  #pairsWithRoots(): Pair[] {
    const pairs = this.#pairs();
    const haveRoots = pairs.map((pair) => sharedTypes(pair, persistedRoots).length > 0);
    return pairs.slice(haveRoots.lastIndexOf(false) + 1);
  }

  #addKind(kind: Kind, pairs: readonly Pair[]): void {
    const current = this.#contracts.at(-1)?.version ?? 0;
    const noun = kind === MESSAGES ? "Message" : "Root";
    const upward = pairs.map((pair) => this.#stepLine(kind, "upgrade", pair, pair === pairs[0]));
    const downward = pairs.map((pair) => this.#stepLine(kind, "downgrade", pair, pair === pairs.at(-1)));
    this.#addWalk(kind, `upgrade${noun}`, "from", `from version \`from\` to version ${current}`, upward);
    this.#addWalk(kind, `downgrade${noun}`, "to", `from version ${current} to version \`to\``, downward.reverse());
    for (const [older] of pairs.slice(1)) this.#addTidying(kind, older);
  }

  #addWalk({ noun }: Kind, name: string, parameter: string, way: string, steps: readonly string[]): void {
    const object = this.#module.use(`${RUNTIME}/json.js`, "type JsonObject");
    const migrated = this.#module.use(`${RUNTIME}/migration/step.js`, "type Migrated");
    const isIdle = steps.length === 0;
    const parameters = isIdle
      ? `_type: string, ${noun}: ${object}, _${parameter}: number`
      : `type: string, ${noun}: ${object}, ${parameter}: number`;
    const body = [`let current: ${migrated} = { value: ${noun}, notes: [] };`, ...steps, "return current;"];
    this.#module.add([
      `/** Takes a ${noun} ${way}. The ${noun} is never changed; what was lost is noted. */`,
      ...block(
        `export function ${name}(${parameters}): ${migrated}`,
        isIdle ? [`return { value: ${noun}, notes: [] };`] : body,
      ),
    ]);
  }

  /** Between two steps the defaults of the version in the middle are filled in, since absence means them only there. */
  #stepLine({ noun, suffix }: Kind, name: "upgrade" | "downgrade", [older, newer]: Pair, isFirst: boolean): string {
    const source = name === "upgrade" ? older.version : newer.version;
    const step = `${name}${suffix}${source}`;
    this.#module.use(`./v${older.version}-to-v${newer.version}.gen.js`, `${name}${suffix} as ${step}`);
    const condition = name === "upgrade" ? `from <= ${source}` : `to <= ${older.version}`;
    if (isFirst) return `if (${condition}) current = ${step}(type, ${noun});`;
    const further = this.#module.use(`${RUNTIME}/migration/step.js`, "furtherMigration");
    return `if (${condition}) current = ${further}(current, (value) => ${step}(type, tidied${suffix}${source}(type, value)));`;
  }

  #addTidying({ noun, suffix, types }: Kind, contract: Contract): void {
    const { version } = contract;
    const clone = this.#module.use(`${RUNTIME}/migration/clone.js`, "cloneTree");
    const cases = types(contract).flatMap(({ type, name }) => {
      const node = this.#module.useAs(`../v${version}/table.gen.js`, name, `${name}V${version}`);
      return [
        `case ${literal(type)}:`,
        `  return ${this.#module.use(`${RUNTIME}/walks/tidy.js`, "tidiedByTable")}(${node}, copy) as JsonObject;`,
      ];
    });
    this.#module.add([
      `/** A copy of a ${noun} of version ${version} with its defaults filled in. */`,
      ...block(`function tidied${suffix}${version}(type: string, ${noun}: JsonObject): JsonObject`, [
        `const copy = ${clone}(${noun});`,
        "switch (type) {",
        ...indent([...cases, "default:", `  return ${noun};`]),
        "}",
      ]),
    ]);
  }
}
