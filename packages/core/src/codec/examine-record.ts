/** The verdict on one record of bulk work, with nothing migrated that nobody asks for and nothing written. */

import type { Warning } from "../errors/warning.js";
import { MAX_BYTES } from "../reading/read-text.js";
import { knownRoot } from "../root/known-root.js";
import { examinedRoot } from "../root/record-of-root.js";
import { type Contract, messageNode, type ReadableContract } from "../runtime/contract.js";
import type { JsonObject } from "../runtime/json.js";
import { asParlanceError, readRecord } from "./decode.js";
import {
  duplicateWarnings,
  type JudgedRecord,
  judgedRecord,
  newerWarning,
  readTree,
  unknownsIn,
  unknownWarning,
  unmovableWarnings,
} from "./judge-record.js";
import { upgradedRecord } from "./migrate.js";
import { duplicateKeys } from "./movable.js";
import type { RecordVerdict } from "./results.js";
import { Unmovable } from "./unmovable.js";

export interface ExamineOptions {
  /** As for decoding. */
  readonly strict?: boolean;
  /** As for decoding. */
  readonly maxBytes?: number;
}

/** As `examineRecord` of a contract. */
export function examinedRecord(
  contract: Contract,
  input: string | Uint8Array,
  options: ExamineOptions = {},
): RecordVerdict {
  const { strict = false, maxBytes = MAX_BYTES } = options;
  try {
    const text = readRecord(input, maxBytes, strict);
    const tree = readTree(text);
    const root = knownRoot(contract.roots, tree);
    if (root !== undefined) return examinedRoot(root, tree as JsonObject, text);
    const record = judgedRecord(contract, tree);
    const { type, version, kind } = record;
    const warnings = warningsOf(contract, record, text);
    return { ok: true, state: kind === "unknown" ? kind : "known", type, version, warnings };
  } catch (error) {
    return { ok: false, error: asParlanceError(error) };
  }
}

function warningsOf(contract: ReadableContract, record: JudgedRecord, text: string): readonly Warning[] {
  const { tree, version, kind } = record;
  switch (kind) {
    case "unknown":
      return [unknownWarning(version > contract.current.version)];
    case "newer":
      return [newerWarning(), ...unknownsIn(contract, tree)];
    case "current":
      return unknownsIn(contract, tree);
    case "older":
      return warningsOfOlder(contract, record, text);
  }
}

/** What an older version holds that is unknown shows in the current one; digits make no difference to that. */
function warningsOfOlder(
  contract: ReadableContract,
  { tree, type, version }: JudgedRecord,
  text: string,
): readonly Warning[] {
  try {
    const duplicates = duplicateKeys(tree, text, messageNode(contract, version));
    const { value } = upgradedRecord(contract, type, version, { tree, text, exact: false, isValue: false });
    return [...unknownsIn(contract, value), ...duplicateWarnings(duplicates)];
  } catch (error) {
    if (error instanceof Unmovable) return unmovableWarnings(error);
    throw error;
  }
}
