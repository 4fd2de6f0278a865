/** Migrations over any number of versions, step by step. */

import type { JsonObject } from "../json.js";
import type { TableNode } from "../table-node.js";
import { tidiedByTable } from "../walks/tidy.js";
import { cloneTree } from "./clone.js";
import type { PlannedMigration, StoredKind } from "./planned.js";
import { furtherMigration, type Migrated } from "./step.js";

/** One migration of a way over several versions. */
export interface MigrationLeg {
  readonly migration: PlannedMigration;
  /** What the types of the version that it starts from may be; absent for the first leg, which is given what is tidy. */
  readonly tables?: Readonly<Record<StoredKind, { readonly [type: string]: TableNode }>>;
}

/** Takes a value of version `from` as far up as the legs lead, which are in ascending order. The value is never changed; what was lost is noted. */
export function migratedUp(
  legs: readonly MigrationLeg[],
  kind: StoredKind,
  type: string,
  value: JsonObject,
  from: number,
): Migrated {
  return migratedOver(
    legs.filter(({ migration }) => migration.plan.from >= from),
    kind,
    type,
    value,
  );
}

/** The same down to version `to`; the legs are in descending order. */
export function migratedDown(
  legs: readonly MigrationLeg[],
  kind: StoredKind,
  type: string,
  value: JsonObject,
  to: number,
): Migrated {
  return migratedOver(
    legs.filter(({ migration }) => migration.plan.to >= to),
    kind,
    type,
    value,
  );
}

/** Between two legs the defaults of the version in the middle are filled in, since absence means them only there. */
function migratedOver(legs: readonly MigrationLeg[], kind: StoredKind, type: string, value: JsonObject): Migrated {
  let current: Migrated = { value, notes: [] };
  for (const { migration, tables } of legs) {
    current = furtherMigration(current, (reached) =>
      migration.migrate(kind, type, tidied(reached, tables?.[kind][type])),
    );
  }
  return current;
}

function tidied(value: JsonObject, table: TableNode | undefined): JsonObject {
  return table === undefined ? value : (tidiedByTable(table, cloneTree(value)) as JsonObject);
}
