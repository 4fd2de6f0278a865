/** Trees from one version of the contract to another, with a verdict on what comes out. */

import { CURRENT_VERSION, tidyMessage } from "../generated/codec.gen.js";
import { downgradeMessage, upgradeMessage } from "../generated/migrations/index.gen.js";
import { withDoubles } from "../reading/exact.js";
import { isWithinDepth, MAX_DEPTH, SHALLOW } from "../runtime/freeze.js";
import type { JsonObject } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import type { Origin } from "./origin.js";
import { OverLimit } from "./over-limit.js";
import { isValid } from "./verdict.js";

interface Migrated {
  readonly value: JsonObject;
  readonly notes: readonly MigrationNote[];
}

/**
 * A valid record of an older version as one of the current version, in wire form. The tree of the origin may be changed.
 * @throws OverLimit
 */
export function upgrade(type: string, version: number, origin: Origin): Migrated {
  const migrated = upgradeMessage(type, tidyMessage(version, type, origin.tree), version);
  return readable(migrated, (value) => isValid(CURRENT_VERSION, value.type as string, value), origin);
}

/**
 * A valid record of the current version, in wire form, as one of an older version. The tree of the origin may be changed.
 * @throws OverLimit
 */
export function downgrade(type: string, version: number, origin: Origin): Migrated {
  const migrated = downgradeMessage(type, tidyMessage(CURRENT_VERSION, type, origin.tree), version);
  return readable(migrated, (value) => isValid(version, value.type as string, value), origin);
}

/** What a valid record of an older version would go over in the current one, save for its size. Its tree may be changed. */
export function limitOver(type: string, version: number, origin: Origin): OverLimit | undefined {
  try {
    upgrade(type, version, origin);
    return undefined;
  } catch (error) {
    if (error instanceof OverLimit) return error;
    throw error;
  }
}

/**
 * What lies deeper in the other version than where it was, or fills a list or the residue, must not put an unreadable record in place of a good one.
 * @throws OverLimit
 */
export function readable(
  migrated: Migrated,
  isValidThere: (value: JsonObject) => boolean,
  { exact, text = "" }: Origin,
): Migrated {
  const { value, notes } = migrated;
  const plain = exact ? (withDoubles(value) as JsonObject) : value;
  // The migration of a valid record is valid, save for the limits of its lists and texts.
  if (!isValidThere(plain)) throw new OverLimit("too_large_kept");
  if (notes.some(({ code }) => code === "residue_full")) throw new OverLimit("too_large_kept");
  const isShallow = text !== "" && text.length < SHALLOW;
  if (!isShallow && !isWithinDepth(plain, MAX_DEPTH)) throw new OverLimit("too_deep_kept");
  return migrated;
}
