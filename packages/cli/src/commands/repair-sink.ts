/** What `parlance repair` does with each record: repair it where it is a history, and pass it on where it is not. */

import { ConversationHistory, type HistoryRepairCode, type RepairChange } from "@parlance/builders";
import { ParlanceError } from "@parlance/core";
import { type Layout, type LayoutProblem, SILENT } from "@parlance/core/internal";
import { stringifyJson } from "@parlance/core/json";
import type { WaitingRecordSink } from "../input/sink.js";
import type { Rewrite } from "../output/rewrite-file.js";
import type { RepairReport } from "../report/repair-report.js";
import { HISTORY_TYPE } from "../report/root-facts.js";
import { type Defect, defectOf, examineBytes, simpleDefect } from "../report/verdict.js";

/** A history of a newer version is repaired as far as this version reads it, and keeps its number. */
const QUIET = { logger: SILENT };

export class RepairSink implements WaitingRecordSink {
  readonly #rewrite: Rewrite;
  readonly #report: RepairReport;
  readonly #mayDrop: boolean;

  /** `isDryRun` says that nothing is written, and so nothing can be lost. */
  constructor(rewrite: Rewrite, report: RepairReport, isDryRun: boolean) {
    this.#rewrite = rewrite;
    this.#report = report;
    this.#mayDrop = isDryRun || rewrite.keepsInput || rewrite.rejects !== undefined;
  }

  begin(layout: Layout): void {
    this.#rewrite.rewriter.begin(layout);
  }

  record(bytes: Buffer, start: number, end: number, line: number): void {
    const result = examineBytes(bytes, start, end, {});
    const isHistory = result.ok && result.type === HISTORY_TYPE && result.state !== "unknown";
    if (isHistory) this.#repair(result.text, bytes, start, end, line);
    else this.#rewrite.rewriter.keep(bytes, start, end);
    if (!result.ok) this.#report.refuse(defectOf(result.error, line));
    else if (!isHistory) this.#report.countOther();
  }

  oversizedPiece(bytes: Buffer, start: number, end: number): void {
    this.#rewrite.rewriter.keep(bytes, start, end);
  }

  oversizedEnd(line: number): void {
    this.#report.refuse(simpleDefect("too_large", line));
  }

  gap(bytes: Buffer, start: number, end: number): void {
    this.#rewrite.rewriter.gap(bytes, start, end);
  }

  problem(problem: LayoutProblem, line: number): void {
    this.#report.damaged(simpleDefect(problem, line));
  }

  async settle(): Promise<void> {
    await this.#report.settle();
    await this.#rewrite.blocks.settle();
    await this.#rewrite.rejects?.settle();
  }

  #repair(text: string, bytes: Buffer, start: number, end: number, line: number): void {
    const { rewriter } = this.#rewrite;
    try {
      const { history, changes } = ConversationHistory.repair(ConversationHistory.decode(text, QUIET));
      const isKept = changes.some(({ removed }) => removed !== undefined) && !this.#mayDrop;
      this.#report.history(line, changes, isKept);
      if (changes.length === 0 || isKept) rewriter.keep(bytes, start, end);
      else {
        rewriter.replace(bytes, start, end, ConversationHistory.encode(history));
        for (const change of changes) this.#keepRemoved(change, line);
      }
    } catch (error) {
      if (!ParlanceError.isInstance(error)) throw error;
      this.#report.refuse(defectOf(error, line));
      rewriter.keep(bytes, start, end);
    }
  }

  #keepRemoved({ code, path, message, removed }: RepairChange<HistoryRepairCode>, line: number): void {
    const { rejects, names } = this.#rewrite;
    if (removed === undefined || rejects === undefined) return;
    const defect: Defect = { code, findings: [{ line, path, code, rule: code, detail: message }] };
    const raw = Buffer.from(stringifyJson(removed));
    rejects.add({ file: names.input, line, defect }, raw, 0, raw.length);
  }
}
