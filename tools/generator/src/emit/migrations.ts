/** Emits the migrations: a module per step between versions, and one that leads over any number of steps. */

import type { MigrationFile } from "../load.js";
import { checkComingOut, checkMigrations } from "../migrations/check.js";
import type { Migration } from "../migrations/format.js";
import { readMigration } from "../migrations/read.js";
import { type TypeFunction, writeDirection } from "../migrations/write.js";
import type { Contract } from "../model.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { emitMigrationIndex } from "./migrations-index.js";
import { block, constantName, indent, literal, pascalName } from "./writer.js";

const RUNTIME = "../../runtime";

/**
 * The files of `generated/migrations`.
 * @throws SchemaError when a file is missing, misspelt or forgets a field.
 */
export function emitMigrations(contracts: readonly Contract[], files: readonly MigrationFile[]): GeneratedFile[] {
  const migrations = files.map((file) => readMigration(file));
  checkMigrations(contracts, migrations);
  const steps = migrations.map((migration) => emitStep(migration, versionsOf(contracts, migration)));
  for (const migration of migrations) checkComingOut(versionsOf(contracts, migration), migration);
  return [...steps, emitMigrationIndex(contracts)];
}

function versionsOf(contracts: readonly Contract[], migration: Migration): readonly [Contract, Contract] {
  const [older, newer] = [migration.from, migration.to].map((version) =>
    contracts.find((one) => one.version === version),
  );
  if (older === undefined || newer === undefined) throw new Error("a migration without its versions was let through");
  return [older, newer];
}

/** One step: `upgrade` and `downgrade` of a message by its type. */
function emitStep(migration: Migration, versions: readonly [Contract, Contract]): GeneratedFile {
  const { from, to } = migration;
  const module = new GeneratedModule();
  const heads = [module.reserve(), module.reserve()];
  const up = writeDirection(module, migration, "up", versions);
  const down = writeDirection(module, migration, "down", versions);
  heads[0]?.(entryLines(module, "upgrade", up, down, from, versions[1]));
  heads[1]?.(entryLines(module, "downgrade", down, up, to, versions[0]));
  const purpose = `Migrates messages between version ${from} and version ${to}.`;
  return module.file(`migrations/v${from}-to-v${to}.gen.ts`, `schemas/${migration.file}`, purpose);
}

function entryLines(
  module: GeneratedModule,
  name: "upgrade" | "downgrade",
  own: readonly TypeFunction[],
  opposite: readonly TypeFunction[],
  from: number,
  target: Contract,
): string[] {
  const object = module.use(`${RUNTIME}/json.js`, "type JsonObject");
  const migrated = module.use(`${RUNTIME}/migration/step.js`, "type Migrated");
  const takeStep = module.use(`${RUNTIME}/migration/step.js`, "takeStep");
  const leaveAsIs = module.use(`${RUNTIME}/migration/step.js`, "leaveAsIs");
  const cases = own.flatMap((one) => [
    `case ${literal(one.type)}:`,
    `  return ${takeStep}(message, ${stepConstant(module, name, one, opposite, from, target)});`,
  ]);
  const way = name === "upgrade" ? "up" : "down";
  return [
    `/** Takes a message of version ${from} to version ${target.version}; a type that version ${target.version} does not have stays as it is. */`,
    ...block(`export function ${name}(type: string, message: ${object}): ${migrated}`, [
      "switch (type) {",
      ...indent([...cases, "default:", `  return ${leaveAsIs}(message, ${literal(way)});`]),
      "}",
    ]),
  ];
}

function stepConstant(
  module: GeneratedModule,
  name: "upgrade" | "downgrade",
  own: TypeFunction,
  opposite: readonly TypeFunction[],
  from: number,
  target: Contract,
): string {
  const to = target.version;
  const reads = opposite.find((one) => one.type === own.type)?.writes ?? [];
  const definition = target.message.branches.find((branch) => branch.tag === own.type)?.name ?? "";
  const predicate = `is${definition}`;
  const alias = `${predicate}V${to}`;
  module.use(`../v${to}/predicates.gen.js`, `${predicate} as ${alias}`);
  const members = [
    `direction: ${literal(name === "upgrade" ? "up" : "down")}`,
    `from: ${from}`,
    `to: ${to}`,
    `migrate: ${own.name}`,
    `writes: ${literal([...own.writes, "/schema_version", "/residue", `/residue/${from}`])}`,
    `reads: ${literal([...reads, "/schema_version", "/residue", `/residue/${to}`])}`,
    `isValid: ${alias}`,
  ];
  const step = module.use(`${RUNTIME}/migration/step.js`, "type Step");
  return module.constant(constantName(`${name}${pascalName(own.type)}`), step, `{\n${indent(members).join(",\n")},\n}`);
}
