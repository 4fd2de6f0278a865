/** Trees from one version of the contract to another, with a verdict on what comes out. */

import {
  type ContractVersion,
  messageNode,
  type ReadableContract,
  type WritableContract,
} from "../runtime/contract.js";
import { isWithinDepth, MAX_DEPTH, SHALLOW } from "../runtime/freeze.js";
import type { JsonObject } from "../runtime/json.js";
import { withPlainScalars } from "../runtime/migration/clone.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import type { TableNode } from "../runtime/table-node.js";
import { tidiedByTable } from "../runtime/walks/tidy.js";
import { movableOrigin } from "./movable.js";
import type { Origin } from "./origin.js";
import { settleSpelling } from "./settle-spelling.js";
import { Unmovable } from "./unmovable.js";
import { isValid } from "./verdict.js";

interface Migrated {
  readonly value: JsonObject;
  readonly notes: readonly MigrationNote[];
}

/** What a record may be in the version that it is brought to. */
interface Target {
  readonly node: TableNode;
  readonly isWire: (value: JsonObject) => boolean;
}

/**
 * A valid record of an older version as one of the current version, in wire form. The tree of the origin may be changed.
 * @throws Unmovable
 */
export function upgradedRecord(contract: ReadableContract, type: string, version: number, origin: Origin): Migrated {
  const own = messageNode(contract, version);
  return readableMigration(
    () => contract.upgrade(type, tidiedByTable(own, origin.tree) as JsonObject, version),
    messagesOf(contract.current),
    origin,
  );
}

/**
 * A valid record of the current version, in wire form, as one of an older version. The tree of the origin may be changed.
 * @throws Unmovable
 */
export function downgradedRecord(
  contract: WritableContract,
  type: string,
  to: ContractVersion,
  origin: Origin,
): Migrated {
  const { node } = contract.current;
  return readableMigration(
    () => contract.downgrade(type, tidiedByTable(node, origin.tree) as JsonObject, to.version),
    messagesOf(to),
    origin,
  );
}

function messagesOf(version: ContractVersion): Target {
  return { node: version.node, isWire: (value) => isValid(version, value.type as string, value) };
}

/** Why a valid text of an older version has to stay in it, save for its size in the current one; undefined where it need not. */
export function obstacleToUpgrade(
  contract: ReadableContract,
  type: string,
  version: number,
  tree: JsonObject,
  text: string,
): Unmovable | undefined {
  try {
    upgradedRecord(contract, type, version, movableOrigin(tree, text, messageNode(contract, version)));
    return undefined;
  } catch (error) {
    if (error instanceof Unmovable) return error;
    throw error;
  }
}

/**
 * What a migration makes, where it can be read: what lies deeper in the other version, or fills a list or the residue, must not put
 * an unreadable record in place of a good one.
 * @throws Unmovable
 */
export function readableMigration(migrate: () => Migrated, { node, isWire }: Target, origin: Origin): Migrated {
  const { exact, text = "" } = origin;
  const result = migrate();
  const { value, notes } = result;
  if (exact) settleSpelling(value, node);
  // The migration of a valid record is valid, save for the limits of its lists and texts.
  if (!holds(isWire, value, exact)) throw new Unmovable("too_large_kept");
  if (notes.some(({ code }) => code === "residue_full")) throw new Unmovable("too_large_kept");
  const isShallow = text !== "" && text.length < SHALLOW;
  if (!isShallow && !holds(isReadableDepth, value, exact)) throw new Unmovable("too_deep_kept");
  return result;
}

/** Whether something is true of a tree. Raw scalars stand in few places that are looked at, so the tree is mostly asked as it is. */
function holds(test: (value: JsonObject) => boolean, tree: JsonObject, exact: boolean): boolean {
  return test(tree) || (exact && test(withPlainScalars(tree)));
}

function isReadableDepth(value: JsonObject): boolean {
  return isWithinDepth(value, MAX_DEPTH);
}
