/** Trees from one version of the contract to another, with a verdict on what comes out. */

import { CURRENT_VERSION, tidyMessage } from "../generated/codec.gen.js";
import { downgradeMessage, upgradeMessage } from "../generated/migrations/index.gen.js";
import { withDoubles } from "../reading/exact.js";
import { isWithinDepth, MAX_DEPTH } from "../runtime/freeze.js";
import type { JsonObject } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import { defect } from "./envelope.js";
import { type Origin, tooDeep } from "./origin.js";
import { isValid } from "./verdict.js";

interface Migrated {
  readonly value: JsonObject;
  readonly notes: readonly MigrationNote[];
}

/** A valid record of an older version as one of the current version, in wire form. */
export function upgrade(type: string, version: number, { tree, exact }: Origin): Migrated {
  const migrated = upgradeMessage(type, tidyMessage(version, type, tree), version);
  assertValid(CURRENT_VERSION, migrated.value, exact);
  assertReadable(tree, migrated.value);
  return migrated;
}

/** A valid record of the current version, in wire form, as one of an older version. */
export function downgrade(type: string, version: number, { tree, exact }: Origin): Migrated {
  const migrated = downgradeMessage(type, tidyMessage(CURRENT_VERSION, type, tree), version);
  assertValid(version, migrated.value, exact);
  assertReadable(tree, migrated.value);
  return migrated;
}

/** A migration that is right never fails here; one that is not must not put a broken record in place of a good one. */
function assertValid(version: number, value: JsonObject, exact: boolean): void {
  const tree = exact ? (withDoubles(value) as JsonObject) : value;
  if (isValid(version, tree.type as string, tree)) return;
  throw defect("migration_failed", "", "migration", `a valid message of version ${version}`, "another object");
}

/** What is set aside in `residue` lies deeper there than where it was: a record that nobody could read again is not made. */
function assertReadable(before: JsonObject, { residue }: JsonObject): void {
  if (residue === undefined || residue === before.residue) return;
  if (!isWithinDepth(residue, MAX_DEPTH - 1)) throw tooDeep();
}
