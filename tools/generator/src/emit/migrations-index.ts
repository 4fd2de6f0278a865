/** Emits the module that leads a message or a persisted root over any number of migration steps. */

import type { Contract } from "../model.js";
import { messageTypes, persistedRoots, type StoredType, sharedTypes } from "../stored-types.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { Code, literalLines } from "./literal-lines.js";
import { block } from "./writer.js";

const RUNTIME = "../../runtime";

/** `generated/migrations/index.gen.ts`: `upgradeMessage` and `downgradeMessage`, and the same for roots where there are steps for them. */
export function emitMigrationIndex(contracts: readonly Contract[]): GeneratedFile {
  return new IndexWriter(contracts).file();
}

/** Two neighbouring versions. */
type Pair = readonly [older: Contract, newer: Contract];

class IndexWriter {
  readonly #module = new GeneratedModule();
  readonly #contracts: readonly Contract[];

  constructor(contracts: readonly Contract[]) {
    this.#contracts = contracts;
  }

  file(): GeneratedFile {
    const pairs = this.#contracts.slice(1).map((newer, index): Pair => [this.#contracts[index] as Contract, newer]);
    const hasRoots = pairs.some((pair) => sharedTypes(pair, persistedRoots).length > 0);
    this.#addLegs("UPWARD", "upward", "UPGRADE", pairs);
    this.#addLegs("DOWNWARD", "downward", "DOWNGRADE", [...pairs].reverse());
    this.#addFunctions("messages", "message", "Message");
    if (hasRoots) this.#addFunctions("roots", "root", "Root");
    return this.#module.file(
      "migrations/index.gen.ts",
      "schemas/migrations",
      `Migrates messages ${hasRoots ? "and persisted roots " : ""}over any number of versions.`,
    );
  }

  #addLegs(name: string, way: string, migration: "UPGRADE" | "DOWNGRADE", pairs: readonly Pair[]): void {
    const leg = this.#module.use(`${RUNTIME}/migration/way.js`, "type MigrationLeg");
    const legs = pairs.map((pair, index) => this.#leg(migration, pair, index === 0));
    this.#module.add([
      `/** All steps ${way}. */`,
      ...`const ${name}: readonly ${leg}[] = ${literalLines(legs).join("\n")};`.split("\n"),
    ]);
  }

  /** What a further leg is given is tidied first, by the table of the version in the middle. */
  #leg(name: "UPGRADE" | "DOWNGRADE", [older, newer]: Pair, isFirst: boolean): object {
    const source = name === "UPGRADE" ? older : newer;
    const path = `./v${older.version}-to-v${newer.version}.gen.js`;
    const migration = new Code(this.#module.useAs(path, name, `${name}_${source.version}`));
    if (isFirst) return { migration };
    const nodes = (types: readonly StoredType[]): object =>
      Object.fromEntries(types.map(({ type, name: node }) => [type, this.#node(source, node)]));
    return { migration, tables: { messages: nodes(messageTypes(source)), roots: nodes(persistedRoots(source)) } };
  }

  #node({ version }: Contract, name: string): Code {
    return new Code(this.#module.useAs(`../v${version}/table.gen.js`, name, `${name}V${version}`));
  }

  #addFunctions(kind: "messages" | "roots", noun: string, suffix: string): void {
    const current = this.#contracts.at(-1)?.version ?? 0;
    const object = this.#module.use(`${RUNTIME}/json.js`, "type JsonObject");
    const migrated = this.#module.use(`${RUNTIME}/migration/step.js`, "type Migrated");
    const add = (name: string, parameter: string, way: string, walk: string, legs: string): void => {
      const signature = `type: string, ${noun}: ${object}, ${parameter}: number`;
      const call = `${this.#module.use(`${RUNTIME}/migration/way.js`, walk)}(${legs}, "${kind}", type, ${noun}, ${parameter})`;
      this.#module.add([
        `/** Takes a ${noun} ${way}. The ${noun} is never changed; what was lost is noted. */`,
        ...block(`export function ${name}${suffix}(${signature}): ${migrated}`, [`return ${call};`]),
      ]);
    };
    add("upgrade", "from", `from version \`from\` to version ${current}`, "migratedUp", "UPWARD");
    add("downgrade", "to", `from version ${current} to version \`to\``, "migratedDown", "DOWNWARD");
  }
}
