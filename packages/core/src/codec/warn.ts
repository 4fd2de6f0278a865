/** The warnings of decoding, by code. */

import type { Issue } from "../errors/issue.js";
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

const OF_CHECKS: Readonly<Record<string, string>> = {
  bad_base64: "bytes in base64 have a length or a padding that no bytes have",
  call_without_result: "a call of a tool has no result although the conversation goes on",
  cursor_with_text: "a selection that starts and ends at one place has text",
  duplicate_call_id: "calls of one message share an id, so that nobody can tell whose a result is",
  duplicate_call_place: "a call has several places among what the model said",
  end_before_start: "something ends before it starts",
  impossible_date: "a moment lies on a day that its month does not have",
  not_portable_name: "a tool has a name that some providers do not take as it is",
  other_file: "the file that was read has another name than the one that was asked for",
  parent_cycle: "a message follows itself, by way of others",
  place_without_call: "the place of a call has no call",
  result_without_call: "a result of a tool answers no call before it",
  unknown_parent: "a message follows one that is not there",
};

/** Each is its own code but `newer_version_kept`, which says of `newer_version` that nothing was read. */
export type WarningKind = keyof typeof MESSAGES;

export function warn(settings: WarningSettings, kind: WarningKind, path: string): void {
  tell(settings.logger, warningOf(kind, placed(settings, path)));
}

export function warningOf(kind: WarningKind, path: string): Warning {
  const code = kind === "newer_version_kept" ? "newer_version" : kind;
  return { code, path, message: MESSAGES[kind] };
}

/** What semantic checks found: each code once, at its first place. */
export function warnOfIssues(settings: WarningSettings, issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  const told = settings.told ?? new Set();
  for (const { code, path } of issues) {
    if (told.has(code)) continue;
    told.add(code);
    tell(settings.logger, { code, path: placed(settings, path), message: OF_CHECKS[code] ?? code });
  }
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
