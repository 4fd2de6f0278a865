/** Emits the migrations: a module per step between versions, and one that leads over any number of steps. */

import type { MigrationFile } from "../load.js";
import { checkMigrations } from "../migrations/check.js";
import type { Migration } from "../migrations/format.js";
import { readMigration } from "../migrations/read.js";
import { type DirectionFunctions, type TypeFunction, writeDirection } from "../migrations/write.js";
import type { Contract } from "../model.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { emitMigrationIndex } from "./migrations-index.js";
import { block, indent, literal } from "./writer.js";

const RUNTIME = "../../runtime";

/**
 * The files of `generated/migrations`.
 * @throws SchemaError when a file is missing, misspelt or forgets a field.
 */
export function emitMigrations(contracts: readonly Contract[], files: readonly MigrationFile[]): GeneratedFile[] {
  const migrations = files.map((file) => readMigration(file));
  checkMigrations(contracts, migrations);
  const steps = migrations.map((migration) => emitStep(migration, versionsOf(contracts, migration)));
  return [...steps, emitMigrationIndex(contracts)];
}

function versionsOf(contracts: readonly Contract[], migration: Migration): readonly [Contract, Contract] {
  const [older, newer] = [migration.from, migration.to].map((version) =>
    contracts.find((one) => one.version === version),
  );
  if (older === undefined || newer === undefined) throw new Error("a migration without its versions was let through");
  return [older, newer];
}

/** One step: `upgrade` and `downgrade` of a message by its type, and the same of a persisted root where both versions have one. */
function emitStep(migration: Migration, versions: readonly [Contract, Contract]): GeneratedFile {
  const { from, to } = migration;
  const module = new GeneratedModule();
  const heads = [module.reserve(), module.reserve()];
  const up = writeDirection(module, migration, "up", versions);
  const down = writeDirection(module, migration, "down", versions);
  const ways: readonly Way[] = [
    { name: "upgrade", direction: "up", own: up, opposite: down, from, target: versions[1] },
    { name: "downgrade", direction: "down", own: down, opposite: up, from: to, target: versions[0] },
  ];
  for (const [index, way] of ways.entries()) heads[index]?.(entryLines(module, way));
  const subject = up.roots.length > 0 ? "messages and persisted roots" : "messages";
  const purpose = `Migrates ${subject} between version ${from} and version ${to}.`;
  return module.file(`migrations/v${from}-to-v${to}.gen.ts`, `schemas/${migration.file}`, purpose);
}

/** One direction of a step. */
interface Way {
  readonly name: "upgrade" | "downgrade";
  readonly direction: "up" | "down";
  readonly own: DirectionFunctions;
  readonly opposite: DirectionFunctions;
  readonly from: number;
  readonly target: Contract;
}

function entryLines(module: GeneratedModule, way: Way): string[] {
  const { name, direction, own, opposite, from, target } = way;
  const leaveAsIs = module.use(`${RUNTIME}/migration/step.js`, "leaveAsIs");
  const messages = [
    `/** Takes a message of version ${from} to version ${target.version}; a type that version ${target.version} does not have stays as it is. */`,
    ...switchLines(module, name, "message", [
      ...own.messages.flatMap((one) => caseLines(module, way, one, opposite.messages, "message")),
      "default:",
      `  return ${leaveAsIs}(message, ${literal(direction)});`,
    ]),
  ];
  if (own.roots.length === 0) return messages;
  return [
    ...messages,
    "",
    `/** The same for a persisted root; one that version ${target.version} does not have stays as it is. */`,
    ...switchLines(module, `${name}Root`, "root", [
      ...own.roots.flatMap((one) => caseLines(module, way, one, opposite.roots, "root")),
      "default:",
      `  return ${leaveAsIs}(root, ${literal(direction)});`,
    ]),
  ];
}

type Noun = "message" | "root";

function switchLines(module: GeneratedModule, name: string, noun: Noun, cases: readonly string[]): string[] {
  const object = module.use(`${RUNTIME}/json.js`, "type JsonObject");
  const migrated = module.use(`${RUNTIME}/migration/step.js`, "type Migrated");
  return block(`export function ${name}(type: string, ${noun}: ${object}): ${migrated}`, [
    "switch (type) {",
    ...indent(cases),
    "}",
  ]);
}

function caseLines(
  module: GeneratedModule,
  way: Way,
  one: TypeFunction,
  opposite: readonly TypeFunction[],
  noun: Noun,
): string[] {
  const takeStep = module.use(`${RUNTIME}/migration/step.js`, "takeStep");
  return [`case ${literal(one.type)}:`, `  return ${takeStep}(${noun}, ${stepConstant(module, way, one, opposite)});`];
}

function stepConstant(
  module: GeneratedModule,
  { direction, from, target }: Way,
  own: TypeFunction,
  opposite: readonly TypeFunction[],
): string {
  const to = target.version;
  const reads = opposite.find((one) => one.type === own.type)?.writes ?? [];
  const predicate = `is${own.target}`;
  const alias = `${predicate}V${to}`;
  module.use(`../v${to}/predicates.gen.js`, `${predicate} as ${alias}`);
  const members = [
    `direction: ${literal(direction)}`,
    `from: ${from}`,
    `to: ${to}`,
    `migrate: ${own.name}`,
    `writes: ${literal([...own.writes, "/schema_version", "/residue", `/residue/${from}`])}`,
    `reads: ${literal([...reads, "/schema_version", "/residue", `/residue/${to}`])}`,
    `isValid: ${alias}`,
  ];
  const step = module.use(`${RUNTIME}/migration/step.js`, "type Step");
  return module.constant(own.step, step, `{\n${indent(members).join(",\n")},\n}`);
}
