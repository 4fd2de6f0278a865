/** The bulk path: one record to another version, with nothing frozen, nothing kept, and no text made that already is. */

import type { Warning } from "../errors/warning.js";
import { CURRENT_VERSION, isKnownType, messageNode } from "../generated/codec.gen.js";
import { parseJson } from "../reading/parse.js";
import { MAX_BYTES } from "../reading/read-text.js";
import { knownRoot } from "../root/known-root.js";
import { migratedRoot } from "../root/record-of-root.js";
import type { JsonObject } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import { asParlanceError, readRecord } from "./decode.js";
import { assertSupported, TYPE_NOT_CARRIED } from "./encode-older.js";
import { duplicateWarnings, judgedRecord, readTree, unknownsIn, unknownWarning } from "./judge-record.js";
import { currentText, type MovedText, olderText } from "./migrated-text.js";
import { movable } from "./movable.js";
import type { Origin } from "./origin.js";
import type { RecordResult } from "./results.js";
import { Unmovable, withinBytes } from "./unmovable.js";

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
    return done("unchanged", text, type, version, [], [unknownWarning(true), ...unknownsIn(tree)]);
  }
  const asItCame = (notes: readonly MigrationNote[]): Done =>
    done("unchanged", text, type, version, notes, version === CURRENT_VERSION ? unknownsIn(tree) : []);
  if (!isKnownType(to, type)) return asItCame([TYPE_NOT_CARRIED]);
  if (version === to) return asItCame([]);
  try {
    const moved = inVersion(type, version, to, movable(tree, text, messageNode(version)));
    return done("migrated", withinBytes(moved.text, maxBytes), type, version, moved.notes, moved.warnings);
  } catch (error) {
    if (!(error instanceof Unmovable)) throw error;
    return asItCame([error.note(to > version ? "up" : "down")]);
  }
}

/**
 * Always by way of the current version: the only one that migrations lead from and to.
 * @throws Unmovable
 */
function inVersion(type: string, version: number, to: number, origin: Origin): MovedText {
  if (version === CURRENT_VERSION) {
    const warnings = [...unknownsIn(origin.tree), ...duplicateWarnings(origin.duplicates)];
    return { ...olderText(type, to, origin), warnings };
  }
  const up = currentText(type, version, origin);
  if (to === CURRENT_VERSION) return up;
  const tree = parseJson(up.text) as JsonObject;
  const down = olderText(tree.type as string, to, movable(tree, up.text, messageNode(CURRENT_VERSION)));
  return { text: down.text, notes: [...up.notes, ...down.notes], warnings: up.warnings };
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
