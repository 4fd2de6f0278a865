/** The bulk path: one record to another version, with nothing frozen, nothing kept, and no text made that already is. */

import type { Warning } from "../errors/warning.js";
import { CURRENT_VERSION, encodeMessage, isKnownType, tidyMessage, wrapUnknown } from "../generated/codec.gen.js";
import { parseJson } from "../reading/parse.js";
import { MAX_BYTES } from "../reading/read-text.js";
import { isWithinDepth, MAX_DEPTH, SHALLOW } from "../runtime/freeze.js";
import type { JsonObject, UnknownValue } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import { makeUnknown } from "../runtime/unknown.js";
import { asParlanceError, readRecord } from "./decode.js";
import { assertSupported, TYPE_NOT_CARRIED } from "./encode-older.js";
import { assertTagged, versionOf } from "./envelope.js";
import { downgrade, upgrade } from "./migrate.js";
import type { Explain } from "./options.js";
import { type Origin, originOf, originOfMigrated, tooDeep } from "./origin.js";
import type { RecordResult } from "./results.js";
import { kindOfRecord, refusal } from "./verdict.js";
import { unknownCode, warningOf } from "./warn.js";

export interface MigrateOptions {
  /**
   * The version to migrate to.
   * @defaultValue the current version
   */
  readonly to?: number;
  /** As for decoding. */
  readonly strict?: boolean;
  /** As for decoding. */
  readonly maxBytes?: number;
}

type Done = Extract<RecordResult, { ok: true }>;

/** @throws UnsupportedVersionError; whatever is wrong with the record is in the result. */
export function migrateText(input: string | Uint8Array, options: MigrateOptions, explain: Explain): RecordResult {
  const { to = CURRENT_VERSION, strict = false, maxBytes = MAX_BYTES } = options;
  assertSupported(to);
  try {
    return migrateRead(readRecord(input, maxBytes, strict), to, explain);
  } catch (error) {
    return { ok: false, error: asParlanceError(error) };
  }
}

function migrateRead(text: string, to: number, explain: Explain): Done {
  const tree = parseJson(text);
  assertTagged(tree);
  if (text.length >= SHALLOW && !isWithinDepth(tree, MAX_DEPTH)) throw tooDeep();
  const { type } = tree;
  const version = versionOf(tree);
  const kind = kindOfRecord(type, version, tree);
  if (kind === "invalid") throw refusal(version, tree, explain);
  if (kind === "unknown") return unknown(text, type, version);
  if (kind === "newer") {
    const warnings = [warningOf("newer_version", "/schema_version"), ...unknownsIn(type, tree)];
    return done("unchanged", text, type, version, [], warnings);
  }
  const isKept = !isKnownType(to, type);
  if (isKept || version === to) {
    const warnings = version === CURRENT_VERSION ? unknownsIn(type, tree) : [];
    return done("unchanged", text, type, version, isKept ? [TYPE_NOT_CARRIED] : [], warnings);
  }
  return migrated(type, version, to, originOf(tree, text));
}

/** Always by way of the current version: the only one that migrations lead from and to. */
function migrated(type: string, version: number, to: number, origin: Origin): Done {
  const up = version === CURRENT_VERSION ? { value: origin.tree, notes: [] } : upgrade(type, version, origin);
  const warnings = unknownsIn(up.value.type as string, up.value);
  if (to === CURRENT_VERSION) return done("migrated", currentText(up.value), type, version, up.notes, warnings);
  const down = downgrade(up.value.type as string, to, originOfMigrated(up.value, origin.exact));
  const text = encodeMessage(to, down.value.type as string, down.value);
  return done("migrated", text, type, version, [...up.notes, ...down.notes], warnings);
}

/** A warning for each part or control of a message of the current version that this build does not know; changes nothing. */
function unknownsIn(type: string, value: JsonObject): readonly Warning[] {
  const warnings: Warning[] = [];
  wrapUnknown(type, value, (original, pointer) => {
    warnings.push(warningOf(unknownCode(pointer), pointer));
    return original as unknown as UnknownValue;
  });
  return warnings;
}

/** Writing the current version starts from the decoded form. */
function currentText(value: JsonObject): string {
  const type = value.type as string;
  const decoded = tidyMessage(CURRENT_VERSION, type, value);
  wrapUnknown(type, decoded, (original) => makeUnknown("unknown_type", original));
  return encodeMessage(CURRENT_VERSION, type, decoded);
}

function unknown(text: string, type: string, version: number): Done {
  const newer = version > CURRENT_VERSION;
  const warning = newer ? warningOf("newer_version", "/schema_version") : warningOf("unknown_type", "/type");
  return done("unknown", text, type, version, [], [warning]);
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
