/** What decoding gives besides known messages. */

import type { Issue } from "../errors/issue.js";
import type { ParlanceError } from "../errors/parlance-error.js";
import type { Warning } from "../errors/warning.js";
import type { Message } from "../generated/types.gen.js";
import type { JsonValue } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";

/** A message, or the error that says why there is none. */
export type SafeResult =
  | { readonly ok: true; readonly value: Message }
  | { readonly ok: false; readonly error: ParlanceError };

/** A broken record of a history, in its place; encodes to what it was. */
export interface InvalidMessage {
  readonly type: "invalid";
  /** Why it is not a message; never empty. */
  readonly issues: readonly Issue[];
  /** The record as JSON, or its raw text where it is not readable JSON. */
  readonly original: JsonValue;
}

/** An issue of one record of a history. */
export interface HistoryIssue extends Issue {
  /** Place of the record in `messages`, from 0. */
  readonly index: number;
  /** Line of the input at which the record starts, from 1; with separate records, the number of the record. */
  readonly line: number;
}

/** A decoded history: every record in its place. */
export interface History {
  readonly messages: readonly (Message | InvalidMessage)[];
  readonly issues: readonly HistoryIssue[];
}

/** One record of bulk work. */
export type RecordResult =
  | {
      readonly ok: true;
      /** `unchanged` and `unknown` records keep the text they came as. */
      readonly state: "unchanged" | "migrated" | "unknown";
      readonly text: string;
      /** The `type` of a message, or what a persisted root is called, such as `conversation_history`. */
      readonly type: string;
      /** Version of the record as it came; 1 where it says none, NaN where an unknown record says none that is a version. */
      readonly version: number;
      readonly notes: readonly MigrationNote[];
      readonly warnings: readonly Warning[];
    }
  | { readonly ok: false; readonly error: ParlanceError };

/** What one record is, where its text in another version does not matter. */
export type RecordVerdict =
  | {
      readonly ok: true;
      /** `unknown`: of a type or version that this version does not know, and kept as it is. */
      readonly state: "known" | "unknown";
      readonly type: string;
      /** As in a `RecordResult`. */
      readonly version: number;
      readonly warnings: readonly Warning[];
    }
  | { readonly ok: false; readonly error: ParlanceError };

/** A text in an asked-for version, with what that version could not say. */
export interface EncodedText {
  readonly text: string;
  readonly notes: readonly MigrationNote[];
}
