/** Trees from one version of the contract to another, with a verdict on what comes out. */

import { CURRENT_VERSION, messageNode } from "../generated/codec.gen.js";
import { downgradeMessage, upgradeMessage } from "../generated/migrations/index.gen.js";
import { isWithinDepth, MAX_DEPTH, SHALLOW } from "../runtime/freeze.js";
import type { JsonObject } from "../runtime/json.js";
import { withPlainScalars } from "../runtime/migration/clone.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import type { TableNode } from "../runtime/table-node.js";
import { tidied } from "../runtime/walks/tidy.js";
import { movable } from "./movable.js";
import { type Origin, withSpelling } from "./origin.js";
import { settleSpelling } from "./settle-spelling.js";
import { Unmovable } from "./unmovable.js";
import { isValid } from "./verdict.js";

interface Migrated {
  readonly value: JsonObject;
  readonly notes: readonly MigrationNote[];
}

/**
 * A valid record of an older version as one of the current version, in wire form. The tree of the origin may be changed.
 * @throws Unmovable
 */
export function upgrade(type: string, version: number, origin: Origin): Migrated {
  return migrated(
    () => upgradeMessage(type, tidiedMessage(version, origin.tree), version),
    (value) => isValid(CURRENT_VERSION, value.type as string, value),
    messageNode(CURRENT_VERSION),
    origin,
  );
}

/**
 * A valid record of the current version, in wire form, as one of an older version. The tree of the origin may be changed.
 * @throws Unmovable
 */
export function downgrade(type: string, version: number, origin: Origin): Migrated {
  return migrated(
    () => downgradeMessage(type, tidiedMessage(CURRENT_VERSION, origin.tree), version),
    (value) => isValid(version, value.type as string, value),
    messageNode(version),
    origin,
  );
}

function tidiedMessage(version: number, tree: JsonObject): JsonObject {
  return tidied(messageNode(version), tree) as JsonObject;
}

/** Why a valid text of an older version has to stay in it, save for its size in the current one; undefined where it need not. */
export function obstacle(type: string, version: number, tree: JsonObject, text: string): Unmovable | undefined {
  try {
    upgrade(type, version, movable(tree, text, messageNode(version)));
    return undefined;
  } catch (error) {
    if (error instanceof Unmovable) return error;
    throw error;
  }
}

/**
 * What a migration makes, where it can be read: what lies deeper in the other version, or fills a list or the residue, must not put
 * an unreadable record in place of a good one.
 * @param node What the record may be in the other version.
 * @throws Unmovable
 */
export function migrated(
  migrate: () => Migrated,
  isValidThere: (value: JsonObject) => boolean,
  node: TableNode,
  origin: Origin,
): Migrated {
  const { exact, text = "" } = origin;
  const result = withSpelling(origin, migrate);
  const { value, notes } = result;
  if (exact) settleSpelling(value, node);
  // The migration of a valid record is valid, save for the limits of its lists and texts.
  if (!holds(isValidThere, value, exact)) throw new Unmovable("too_large_kept");
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
