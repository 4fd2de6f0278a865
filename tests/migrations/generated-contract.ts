/** Generated migrations at work on core's runtime, of the repository or of a small set of schemas, with the files that they were made from. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PlannedMigration } from "../../packages/core/src/runtime/migration/planned.js";
import type { TableNode } from "../../packages/core/src/runtime/table-node.js";
import { tidiedByTable } from "../../packages/core/src/runtime/walks/tidy.js";
import { modelContracts } from "../../tools/generator/src/contracts.js";
import { emitMigrations } from "../../tools/generator/src/emit/migrations.js";
import { emitPredicates } from "../../tools/generator/src/emit/predicates.js";
import { emitTables } from "../../tools/generator/src/emit/table.js";
import { loadSources } from "../../tools/generator/src/load.js";
import type { Migration } from "../../tools/generator/src/migrations/format.js";
import { readMigration } from "../../tools/generator/src/migrations/read.js";
import type { Direction } from "../../tools/generator/src/migrations/steps.js";
import type { Contract } from "../../tools/generator/src/model.js";
import { messageTypes, persistedRoots } from "../../tools/generator/src/stored-types.js";
import { CORE_SOURCE, REPOSITORY, temporaryFolder } from "../../tools/generator/test/support.js";
import type { Fields } from "./reading/values.js";

/** What the generator reads of a schemas folder. */
export interface ContractFiles {
  /** Ascending by version. */
  readonly contracts: readonly Contract[];
  readonly migrations: readonly Migration[];
}

export interface Moved {
  readonly value: Fields;
  readonly notes: readonly { readonly code: string; readonly path: string; readonly direction: string }[];
}

/** The generated code for such a folder. Values are messages and persisted roots; `type` says which. */
export interface GeneratedContract extends ContractFiles {
  /** One step of a migration. */
  readonly migrate: (migration: Migration, direction: Direction, type: string, value: Fields) => Moved;
  /** From a version to the newest, and from the newest to a version. */
  readonly upgrade: (type: string, value: Fields, from: number) => Moved;
  readonly downgrade: (type: string, value: Fields, to: number) => Moved;
  readonly isValid: (version: number, type: string, value: unknown) => boolean;
  /** A copy with defaults filled in, as the next step takes it. */
  readonly tidied: (version: number, type: string, value: Fields) => Fields;
}

type Walk = (type: string, value: Fields, version: number) => Moved;
type StepModule = Readonly<Record<"UPGRADE" | "DOWNGRADE", PlannedMigration>>;
type IndexModule = Readonly<Record<"upgradeMessage" | "downgradeMessage" | "upgradeRoot" | "downgradeRoot", Walk>>;

/** The generated modules of a version. */
interface VersionModules {
  readonly predicates: { readonly [name: string]: (value: unknown) => boolean };
  readonly table: { readonly [name: string]: TableNode };
}

/** The schemas of the repository. */
export const SCHEMAS: string = join(REPOSITORY, "schemas");

export function contractFiles(schemasDir: string): ContractFiles {
  const { schemas, migrations } = loadSources(schemasDir);
  return { contracts: modelContracts(schemas), migrations: migrations.map(readMigration) };
}

/** The versions that a migration leads between. */
export function versionsOf({ contracts }: ContractFiles, { from, to }: Migration): readonly [Contract, Contract] {
  const [older, newer] = [from, to].map((version) => contracts.find((one) => one.version === version));
  if (older === undefined || newer === undefined) throw new Error(`there is no version ${from} or ${to}`);
  return [older, newer];
}

/** The contract of the repository, with core's committed code. */
export function repositoryContract(): Promise<GeneratedContract> {
  return loadContract(contractFiles(SCHEMAS), join(CORE_SOURCE, "generated"));
}

/** A small contract, with code that is emitted for it into a folder that is gone after the test. */
export async function emittedContract(schemasDir: string): Promise<GeneratedContract> {
  const folder = temporaryFolder();
  symlinkSync(join(CORE_SOURCE, "runtime"), join(folder, "runtime"));
  for (const [path, content] of Object.entries(emittedText(schemasDir))) {
    const target = join(folder, "generated", path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  return loadContract(contractFiles(schemasDir), join(folder, "generated"));
}

/** As much of core's generated code as migrations need, by path. */
export function emittedText(schemasDir: string): { readonly [path: string]: string } {
  const { schemas, migrations } = loadSources(schemasDir);
  const contracts = modelContracts(schemas);
  const files = [...emitPredicates(contracts), ...emitTables(contracts), ...emitMigrations(contracts, migrations)];
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}

async function loadContract(files: ContractFiles, generated: string): Promise<GeneratedContract> {
  const load = (path: string): Promise<never> => import(join(generated, path)) as Promise<never>;
  const steps = new Map<number, StepModule>();
  for (const { from, to } of files.migrations) steps.set(from, await load(`migrations/v${from}-to-v${to}.gen.ts`));
  const index: IndexModule = await load("migrations/index.gen.ts");
  const modules = new Map<number, VersionModules>();
  for (const { version } of files.contracts) {
    const [predicates, table] = [`v${version}/predicates.gen.ts`, `v${version}/table.gen.ts`];
    modules.set(version, { predicates: await load(predicates), table: await load(table) });
  }
  return { ...files, ...migrating(files, steps, index), ...reading(files, modules) };
}

function migrating(
  { contracts }: ContractFiles,
  steps: ReadonlyMap<number, StepModule>,
  index: IndexModule,
): Pick<GeneratedContract, "migrate" | "upgrade" | "downgrade"> {
  const roots = new Set(contracts.flatMap(persistedRoots).map(({ type }) => type));
  return {
    migrate: ({ from, file }, direction, type, value) => {
      const step = steps.get(from)?.[direction === "up" ? "UPGRADE" : "DOWNGRADE"];
      if (step === undefined) throw new Error(`nothing migrates by ${file}`);
      return step.migrate(roots.has(type) ? "roots" : "messages", type, value);
    },
    upgrade: (type, value, from) => index[roots.has(type) ? "upgradeRoot" : "upgradeMessage"](type, value, from),
    downgrade: (type, value, to) => index[roots.has(type) ? "downgradeRoot" : "downgradeMessage"](type, value, to),
  };
}

function reading(
  { contracts }: ContractFiles,
  modules: ReadonlyMap<number, VersionModules>,
): Pick<GeneratedContract, "isValid" | "tidied"> {
  const nameOf = (version: number, type: string): string => {
    const contract = contracts.find((one) => one.version === version);
    return contract === undefined ? "" : definitionOf(contract, type);
  };
  return {
    isValid: (version, type, value) => modules.get(version)?.predicates[`is${nameOf(version, type)}`]?.(value) === true,
    tidied: (version, type, value) => {
      const row = modules.get(version)?.table[nameOf(version, type)];
      if (row === undefined) throw new Error(`version ${version} has no ${type}`);
      return tidiedByTable(row, copyOf(value)) as Fields;
    },
  };
}

/** The name of the definition of a message type or persisted root. */
export function definitionOf(contract: Contract, type: string): string {
  const found = [...messageTypes(contract), ...persistedRoots(contract)].find((one) => one.type === type);
  if (found === undefined) throw new Error(`version ${contract.version} has no ${type}`);
  return found.name;
}

export function copyOf<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
