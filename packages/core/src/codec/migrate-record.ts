/** The bulk path: one record to another version, with nothing frozen, nothing kept, and no text made that already is. */

import type { Warning } from "../errors/warning.js";
import { CURRENT_VERSION, encodeMessage, isKnownType, tidyMessage, wrapUnknown } from "../generated/codec.gen.js";
import { MAX_BYTES } from "../reading/read-text.js";
import { knownRoot } from "../root/known-root.js";
import { migratedRoot } from "../root/record-of-root.js";
import type { JsonObject } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import { makeUnknown } from "../runtime/unknown.js";
import { asParlanceError, readRecord } from "./decode.js";
import { assertSupported, TYPE_NOT_CARRIED } from "./encode-older.js";
import { judgedRecord, readTree, unknownsIn, unknownWarning } from "./judge-record.js";
import { downgrade, upgrade } from "./migrate.js";
import { type Origin, originOf, originOfMigrated } from "./origin.js";
import { OverLimit, withinBytes } from "./over-limit.js";
import type { RecordResult } from "./results.js";

export interface MigrateOptions {
  /**
   * The version to migrate to.
   * @defaultValue the current version
   */
  readonly to?: number;
  /** As for decoding. */
  readonly strict?: boolean;
  /**
   * The largest record, as it comes and as it is written, in UTF-8 bytes.
   * @defaultValue 67108864
   */
  readonly maxBytes?: number;
}

type Done = Extract<RecordResult, { ok: true }>;

/**
 * One record to the current or another version, for bulk work: nothing is frozen, and a text that need not change is returned
 * as it came.
 * @throws UnsupportedVersionError for a version that does not exist; all else is in the result.
 */
export function migrateRecord(input: string | Uint8Array, options: MigrateOptions = {}): RecordResult {
  const { to = CURRENT_VERSION, strict = false, maxBytes = MAX_BYTES } = options;
  assertSupported(to);
  try {
    return migrateRead(readRecord(input, maxBytes, strict), to, maxBytes);
  } catch (error) {
    return { ok: false, error: asParlanceError(error) };
  }
}

function migrateRead(text: string, to: number, maxBytes: number): Done {
  const record = readTree(text);
  const root = knownRoot(record);
  if (root !== undefined) return migratedRoot(root, record as JsonObject, text, { to, maxBytes });
  const { tree, type, version, kind } = judgedRecord(record);
  if (kind === "unknown") {
    return done("unknown", text, type, version, [], [unknownWarning(version > CURRENT_VERSION)]);
  }
  if (kind === "newer") {
    return done("unchanged", text, type, version, [], [unknownWarning(true), ...unknownsIn(type, tree)]);
  }
  const asItCame = (notes: readonly MigrationNote[]): Done =>
    done("unchanged", text, type, version, notes, version === CURRENT_VERSION ? unknownsIn(type, tree) : []);
  if (!isKnownType(to, type)) return asItCame([TYPE_NOT_CARRIED]);
  if (version === to) return asItCame([]);
  try {
    return migrated(type, version, to, originOf(tree, text), maxBytes);
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    return asItCame([error.note(to > version ? "up" : "down")]);
  }
}

/**
 * Always by way of the current version: the only one that migrations lead from and to.
 * @throws OverLimit
 */
function migrated(type: string, version: number, to: number, origin: Origin, maxBytes: number): Done {
  const up = version === CURRENT_VERSION ? { value: origin.tree, notes: [] } : upgrade(type, version, origin);
  const warnings = unknownsIn(up.value.type as string, up.value);
  if (to === CURRENT_VERSION) {
    return done("migrated", withinBytes(currentText(up.value), maxBytes), type, version, up.notes, warnings);
  }
  const down = downgrade(up.value.type as string, to, originOfMigrated(up.value, origin.exact));
  const text = withinBytes(encodeMessage(to, down.value.type as string, down.value), maxBytes);
  return done("migrated", text, type, version, [...up.notes, ...down.notes], warnings);
}

/** Writing the current version starts from the decoded form. */
function currentText(value: JsonObject): string {
  const type = value.type as string;
  const decoded = tidyMessage(CURRENT_VERSION, type, value);
  wrapUnknown(type, decoded, (original) => makeUnknown("unknown_type", original));
  return encodeMessage(CURRENT_VERSION, type, decoded);
}

function done(
  state: Done["state"],
  text: string,
  type: string,
  version: number,
  notes: readonly MigrationNote[],
  warnings: readonly Warning[],
): Done {
  return { ok: true, state, text, type, version, notes, warnings };
}
