/** What `parlance inspect` finds out about records, and what is told of it. */

import type { ReadOutcome } from "../input/read.js";
import type { FileReport } from "../input/read-each.js";
import type { RecordLinks } from "./record-links.js";
import type { Defect } from "./verdict.js";

export interface InspectedRecord {
  /** Counts from 1. */
  readonly record: number;
  readonly line: number;
  /** In bytes. */
  readonly size: number;
  readonly state: "valid" | "unknown" | "invalid";
  /** Undefined where a broken record says none that is known. */
  readonly type: string | undefined;
  /** Undefined where a record says none. */
  readonly version: number | undefined;
  readonly id: string;
  /** Who spoke, how a call ended: words of the contract and numbers. */
  readonly about: string;
  /** Where a message stands and what answer it is a part of. */
  readonly links: RecordLinks;
  /** Of an invalid record. */
  readonly defect: Defect | undefined;
}

export interface InspectionTotals {
  readonly records: number;
  readonly unknown: number;
  readonly invalid: number;
}

/** Receives what is found out about the files, one after the other. */
export interface InspectionReport extends FileReport {
  /** `content` gives the stored text of the record, where it is not too large. */
  record(record: InspectedRecord, content: (() => string) | undefined): void;
  /** The file as a whole is damaged. */
  problem(defect: Defect, line: number): void;
  end(totals: InspectionTotals, outcome: ReadOutcome): void;
  settle(): Promise<void>;
  finish(): void;
}
