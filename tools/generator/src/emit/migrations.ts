/** Emits the migrations: the plans of each step between versions as data, and what leads over any number of steps. */

import type { MigrationFile } from "../load.js";
import { checkMigrations } from "../migrations/check.js";
import { customNames } from "../migrations/custom.js";
import type { Migration } from "../migrations/format.js";
import { type PlannedDirection, type PlannedType, planDirection } from "../migrations/plan-direction.js";
import { readMigration } from "../migrations/read.js";
import type { Direction } from "../migrations/steps.js";
import type { Contract } from "../model.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { Code, literalLines } from "./literal-lines.js";
import { meansOf } from "./migration-means.js";
import { emitMigrationIndex } from "./migrations-index.js";

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

/** One step: its two directions, with the verdicts of the version that each leads to. */
function emitStep(migration: Migration, versions: readonly [Contract, Contract]): GeneratedFile {
  const { from, to } = migration;
  const module = new GeneratedModule();
  const up = planDirection(migration, "up", versions);
  const down = planDirection(migration, "down", versions);
  const customs = customNames(migration);
  addDirection(module, { name: "UPGRADE", direction: "up", own: up, opposite: down, from, to, customs });
  addDirection(module, { name: "DOWNGRADE", direction: "down", own: down, opposite: up, from: to, to: from, customs });
  const subject = up.roots.length > 0 ? "messages and persisted roots" : "messages";
  const purpose = `How ${subject} of version ${from} and version ${to} become each other.`;
  return module.file(`migrations/v${from}-to-v${to}.gen.ts`, `schemas/${migration.file}`, purpose);
}

/** One direction of a step. */
interface Way {
  readonly name: "UPGRADE" | "DOWNGRADE";
  readonly direction: Direction;
  readonly own: PlannedDirection;
  readonly opposite: PlannedDirection;
  readonly from: number;
  readonly to: number;
  readonly customs: readonly string[];
}

function addDirection(module: GeneratedModule, way: Way): void {
  const { name, from, to } = way;
  const planned = module.use(`${RUNTIME}/migration/planned.js`, "PlannedMigration");
  const type = module.use(`${RUNTIME}/migration/plan.js`, "type MigrationPlan");
  const plan = `${name}_PLAN`;
  const means = literalLines({ verdicts: verdictsOf(module, way), ...meansOf(module, way.own.objects, way.customs) });
  module.add(`const ${plan}: ${type} = ${literalLines(planData(way)).join("\n")};`.split("\n"));
  module.add([
    `/** Takes what version ${from} has to version ${to}. */`,
    ...`export const ${name}: ${planned} = /* @__PURE__ */ new ${planned}(${plan}, ${means.join("\n")});`.split("\n"),
  ]);
}

function planData({ direction, own, opposite, from, to }: Way): object {
  const types = (planned: readonly PlannedType[], back: readonly PlannedType[]): object =>
    Object.fromEntries(planned.map((one) => [one.type, typePlan(one, back)]));
  return {
    direction,
    from,
    to,
    messages: types(own.messages, opposite.messages),
    roots: types(own.roots, opposite.roots),
    objects: own.objects,
  };
}

function typePlan({ name, type, writes }: PlannedType, back: readonly PlannedType[]): object {
  return { plan: name, writes, reads: back.find((one) => one.type === type)?.writes ?? [] };
}

/** The predicates of the version that a direction leads to. */
function verdictsOf(module: GeneratedModule, { own, to }: Way): object {
  const verdicts = (types: readonly PlannedType[]): object =>
    Object.fromEntries(
      types.map(({ type, target }) => {
        const path = `../v${to}/predicates.gen.js`;
        return [type, new Code(module.useAs(path, `is${target}`, `is${target}V${to}`))];
      }),
    );
  return { messages: verdicts(own.messages), roots: verdicts(own.roots) };
}
