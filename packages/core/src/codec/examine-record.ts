/** The verdict on one record of bulk work, with nothing migrated that nobody asks for and nothing written. */

import type { Warning } from "../errors/warning.js";
import { CURRENT_VERSION, messageNode } from "../generated/codec.gen.js";
import { MAX_BYTES } from "../reading/read-text.js";
import { knownRoot } from "../root/known-root.js";
import { examinedRoot } from "../root/record-of-root.js";
import type { JsonObject } from "../runtime/json.js";
import { asParlanceError, readRecord } from "./decode.js";
import {
  duplicateWarnings,
  type JudgedRecord,
  judgedRecord,
  readTree,
  unknownsIn,
  unknownWarning,
  unmovableWarnings,
} from "./judge-record.js";
import { upgrade } from "./migrate.js";
import { duplicateKeys } from "./movable.js";
import type { RecordVerdict } from "./results.js";
import { Unmovable } from "./unmovable.js";

export interface ExamineOptions {
  /** As for decoding. */
  readonly strict?: boolean;
  /** As for decoding. */
  readonly maxBytes?: number;
}

/**
 * The verdict on one record of bulk work: what decoding would make of it, without making it.
 * Never throws; what is wrong with the record is in the result.
 */
export function examineRecord(input: string | Uint8Array, options: ExamineOptions = {}): RecordVerdict {
  const { strict = false, maxBytes = MAX_BYTES } = options;
  try {
    const text = readRecord(input, maxBytes, strict);
    const tree = readTree(text);
    const root = knownRoot(tree);
    if (root !== undefined) return examinedRoot(root, tree as JsonObject, text);
    const record = judgedRecord(tree);
    const { type, version, kind } = record;
    return { ok: true, state: kind === "unknown" ? kind : "known", type, version, warnings: warningsOf(record, text) };
  } catch (error) {
    return { ok: false, error: asParlanceError(error) };
  }
}

function warningsOf(record: JudgedRecord, text: string): readonly Warning[] {
  const { tree, version, kind } = record;
  switch (kind) {
    case "unknown":
      return [unknownWarning(version > CURRENT_VERSION)];
    case "newer":
      return [unknownWarning(true), ...unknownsIn(tree)];
    case "current":
      return unknownsIn(tree);
    case "older":
      return warningsOfOlder(record, text);
  }
}

/** What an older version holds that is unknown shows in the current one; digits make no difference to that. */
function warningsOfOlder({ tree, type, version }: JudgedRecord, text: string): readonly Warning[] {
  try {
    const duplicates = duplicateKeys(tree, text, messageNode(version));
    const { value } = upgrade(type, version, { tree, text, exact: false, isValue: false });
    return [...unknownsIn(value), ...duplicateWarnings(duplicates)];
  } catch (error) {
    if (error instanceof Unmovable) return unmovableWarnings(error);
    throw error;
  }
}
