/** The warnings of decoding, by code. */

import { tell } from "../errors/tell.js";
import type { Warning } from "../errors/warning.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import type { WarningSettings } from "./options.js";

const MESSAGES = {
  unknown_type: "a message of a type that this version does not know was kept as it came",
  unknown_part: "a part of a type that this version does not know was kept as it came",
  unknown_control: "a control of a type that this version does not know was kept as it came",
  newer_version: "a message of a newer schema version was read as far as this version goes, and keeps its number",
  newer_version_kept:
    "a message of a newer schema version, which does not read as one of this version, was kept as it came",
  duplicate_key: "a key that stands twice in one object was kept as it came, and reads as the last of its values",
  inexact_number: "a number that a double cannot hold was kept digit by digit, and reads as the nearest double",
} as const;

/** Each is its own code but `newer_version_kept`, which says of `newer_version` that nothing was read. */
export type WarningKind = keyof typeof MESSAGES;

export function warn(settings: WarningSettings, kind: WarningKind, path: string): void {
  tell(settings.logger, warningOf(kind, placed(settings, path)));
}

export function warningOf(kind: WarningKind, path: string): Warning {
  const code = kind === "newer_version_kept" ? "newer_version" : kind;
  return { code, path, message: MESSAGES[kind] };
}

/** Which of the two kinds of unknown values inside a message lies at `pointer`. */
export function unknownCode(pointer: string): WarningKind {
  return pointer === "/data/control" ? "unknown_control" : "unknown_part";
}

export function warnOfNotes(settings: WarningSettings, notes: readonly MigrationNote[]): void {
  for (const { code, path, direction } of notes) {
    const message = `migrating ${direction === "up" ? "to a newer" : "to an older"} version could not carry this as it was`;
    tell(settings.logger, { code, path: placed(settings, path), message });
  }
}

function placed(settings: WarningSettings, path: string): string {
  return settings.index < 0 ? path : `/${settings.index}${path}`;
}
