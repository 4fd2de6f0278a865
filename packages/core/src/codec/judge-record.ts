/** What one record of bulk work is, before anything is done with it. */

import type { Warning } from "../errors/warning.js";
import { parseJson } from "../reading/parse.js";
import type { ReadableContract } from "../runtime/contract.js";
import { isWithinDepth, MAX_DEPTH, SHALLOW } from "../runtime/freeze.js";
import type { JsonObject, JsonValue, UnknownValue } from "../runtime/json.js";
import type { TableNode } from "../runtime/table-node.js";
import { wrappedByTable } from "../runtime/walks/wrap.js";
import { assertTagged, versionOf } from "./envelope.js";
import { tooDeepRecord } from "./origin.js";
import type { Unmovable } from "./unmovable.js";
import { kindOfRecord, type RecordKind, refusalOfRecord } from "./verdict.js";
import { unknownCode, warningOf } from "./warn.js";

export interface JudgedRecord {
  readonly tree: JsonObject;
  readonly type: string;
  /** As the record says; NaN where an unknown one says none that is a version. */
  readonly version: number;
  readonly kind: Exclude<RecordKind, "invalid">;
}

/**
 * The tree of a record, nested no deeper than a record may be.
 * @throws ParseError
 */
export function readTree(text: string): JsonValue {
  const tree = parseJson(text);
  if (text.length >= SHALLOW && !isWithinDepth(tree, MAX_DEPTH)) throw tooDeepRecord();
  return tree;
}

/**
 * A record that is a message, or may be one of a newer version.
 * @throws ValidationError for any other.
 */
export function judgedRecord(contract: ReadableContract, tree: JsonValue): JudgedRecord {
  assertTagged(tree);
  const { type } = tree;
  const version = versionOf(tree);
  const kind = kindOfRecord(contract, type, version, tree);
  if (kind === "invalid") throw refusalOfRecord(contract, version, tree);
  return { tree, type, version, kind };
}

/** A warning for each part or control of a message of the current version that this build does not know; changes nothing. */
export function unknownsIn({ current }: ReadableContract, value: JsonObject): readonly Warning[] {
  return unknownsBy(current.node, value);
}

/** A warning for each field of the envelope in whose user data a key stands twice. */
export function duplicateWarnings(places: readonly string[] = []): readonly Warning[] {
  return places.map((path) => warningOf("duplicate_key", path));
}

/** What decoding warns of where a record has to stay in its older version. */
export function unmovableWarnings({ reason, path }: Unmovable): readonly Warning[] {
  return reason === "duplicate_key" ? [warningOf(reason, path)] : [];
}

/** A warning for each unknown value in a value of a node of the current version; changes nothing. */
export function unknownsBy(node: TableNode, value: JsonObject): readonly Warning[] {
  const warnings: Warning[] = [];
  wrappedByTable(node, value, (original, pointer) => {
    warnings.push(warningOf(unknownCode(pointer), pointer));
    return original as unknown as UnknownValue;
  });
  return warnings;
}

/** Why a record is unknown. */
export function unknownWarning(isNewer: boolean): Warning {
  return isNewer ? warningOf("newer_version_kept", "/schema_version") : warningOf("unknown_type", "/type");
}

/** That a record is of a newer version, and was read as one of the current version. */
export function newerWarning(): Warning {
  return warningOf("newer_version", "/schema_version");
}
