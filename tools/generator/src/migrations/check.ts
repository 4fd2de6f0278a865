/** What a migration file may not say although it is spelt right. */

import type { Contract } from "../model.js";
import { SchemaError } from "../schema-error.js";
import { allSharedTypes } from "../stored-types.js";
import { checkTable } from "./check-table.js";
import { checkWhen } from "./check-when.js";
import { customPlaces } from "./custom.js";
import type { Migration, Operation } from "./format.js";
import { namedOperations } from "./nested-roots.js";

/**
 * Checks that every adjacent pair of versions has its file and that each operation can be undone.
 * @throws SchemaError naming the file and the place.
 */
export function checkMigrations(contracts: readonly Contract[], migrations: readonly Migration[]): void {
  for (const newer of contracts.slice(1)) requireMigration(newer.version, migrations);
  for (const migration of migrations) checkMigration(contracts, migration);
}

function requireMigration(version: number, migrations: readonly Migration[]): void {
  if (migrations.some((migration) => migration.to === version)) return;
  throw new SchemaError(`migrations/v${version - 1}-to-v${version}.json`, "", "this migration is missing");
}

function checkMigration(contracts: readonly Contract[], migration: Migration): void {
  const older = contracts.find(({ version }) => version === migration.from);
  const newer = contracts.find(({ version }) => version === migration.to);
  if (older === undefined || newer === undefined) {
    throw new SchemaError(migration.file, "", "leads between versions of which one does not exist");
  }
  const [custom] = customPlaces(migration);
  if (custom !== undefined && !migration.allowsCustom)
    throw new SchemaError(
      migration.file,
      custom,
      'a custom operation needs "allow_custom": true at the top of the file',
    );
  const shared = allSharedTypes([older, newer]).map(({ type }) => type);
  for (const type of migration.types.keys()) requireShared(migration.file, `/types/${type}`, type, shared);
  for (const { type, pointer } of migration.examples) requireShared(migration.file, `${pointer}/type`, type, shared);
  for (const type of shared) checkOperations(migration.file, namedOperations(migration, [older, newer], type));
  for (const definition of migration.definitions.values()) checkOperations(migration.file, definition.do);
}

function requireShared(file: string, pointer: string, type: string, shared: readonly string[]): void {
  if (shared.includes(type)) return;
  throw new SchemaError(file, pointer, "is not a message type or persisted root of both versions");
}

/** @param whole All operations of the same object: conditions look beyond their own list. */
function checkOperations(
  file: string,
  operations: readonly Operation[],
  whole: readonly Operation[] = operations,
): void {
  for (const operation of operations) {
    if (operation.op === "mapValue") checkTable(file, operation);
    if (operation.op === "when") {
      checkWhen(file, operation, whole);
      for (const branch of [operation.do, operation.else]) checkOperations(file, branch, whole);
    }
    for (const inner of innerLists(operation)) checkOperations(file, inner);
  }
}

/** The operations on other objects that an operation holds. */
function innerLists(operation: Operation): (readonly Operation[])[] {
  if (operation.op === "each") return [operation.do];
  return operation.op === "variant" ? operation.cases.map((one) => one.do) : [];
}
