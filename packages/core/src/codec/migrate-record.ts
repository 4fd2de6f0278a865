/** The bulk path: one record to another version, with nothing frozen, nothing kept, and no text made that already is. */

import type { Warning } from "../errors/warning.js";
import { MAX_BYTES } from "../reading/read-text.js";
import { knownRoot } from "../root/known-root.js";
import { migratedRoot } from "../root/record-of-root.js";
import {
  type Contract,
  type ContractVersion,
  isKnownType,
  messageNode,
  type WritableContract,
} from "../runtime/contract.js";
import type { JsonObject } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import { asParlanceError, readRecord } from "./decode.js";
import { supportedVersion, TYPE_NOT_CARRIED } from "./encode-older.js";
import { duplicateWarnings, judgedRecord, newerWarning, readTree, unknownsIn, unknownWarning } from "./judge-record.js";
import { currentText, type MovedText, olderText } from "./migrated-text.js";
import { movableOrigin, movableText } from "./movable.js";
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

/** As `migrateRecord` of a contract. */
export function migratedRecord(
  contract: Contract,
  input: string | Uint8Array,
  options: MigrateOptions = {},
): RecordResult {
  const { to = contract.current.version, strict = false, maxBytes = MAX_BYTES } = options;
  const target = supportedVersion(contract, to);
  try {
    return migratedText(contract, readRecord(input, maxBytes, strict), target, maxBytes);
  } catch (error) {
    return { ok: false, error: asParlanceError(error) };
  }
}

function migratedText(contract: Contract, text: string, target: ContractVersion, maxBytes: number): Done {
  const { current, roots } = contract;
  const to = target.version;
  const record = readTree(text);
  const root = knownRoot(roots, record);
  if (root !== undefined) return migratedRoot(root, record as JsonObject, text, { to, maxBytes });
  const { tree, type, version, kind } = judgedRecord(contract, record);
  if (kind === "unknown") {
    return done("unknown", text, type, version, [], [unknownWarning(version > current.version)]);
  }
  if (kind === "newer") {
    return done("unchanged", text, type, version, [], [newerWarning(), ...unknownsIn(contract, tree)]);
  }
  const asItCame = (notes: readonly MigrationNote[]): Done =>
    done("unchanged", text, type, version, notes, version === current.version ? unknownsIn(contract, tree) : []);
  if (!isKnownType(target, type)) return asItCame([TYPE_NOT_CARRIED]);
  if (version === to) return asItCame([]);
  try {
    const moved = inVersion(contract, type, version, target, movableOrigin(tree, text, messageNode(contract, version)));
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
function inVersion(
  contract: WritableContract,
  type: string,
  version: number,
  to: ContractVersion,
  origin: Origin,
): MovedText {
  const { current } = contract;
  if (version === current.version) {
    const warnings = [...unknownsIn(contract, origin.tree), ...duplicateWarnings(origin.duplicates)];
    return { ...olderText(contract, type, to, origin), warnings };
  }
  const up = currentText(contract, type, version, origin);
  if (to === current) return up;
  const moved = movableText(up.text, current.node);
  const down = olderText(contract, moved.tree.type as string, to, moved);
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
