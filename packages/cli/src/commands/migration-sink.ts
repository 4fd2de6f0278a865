/** What `parlance migrate` does with each record: pass it on, replace it, or put it aside. */

import type { Layout, LayoutProblem } from "@parlance/core/internal";
import type { WaitingRecordSink } from "../input/sink.js";
import type { BlockWriter } from "../output/block-writer.js";
import type { RejectsWriter } from "../output/rejects.js";
import type { Rewriter } from "../output/rewriter.js";
import type { MigrationSummary } from "../report/migration-summary.js";
import { type Defect, defectOf, examineBytes, simpleDefect, type VerdictOptions } from "../report/verdict.js";

export interface MigrationParts {
  /** What messages and rejects call the input. */
  readonly name: string;
  readonly blocks: BlockWriter;
  readonly rewriter: Rewriter;
  readonly rejects: RejectsWriter | undefined;
  readonly summary: MigrationSummary;
  readonly options: VerdictOptions;
}

export class MigrationSink implements WaitingRecordSink {
  readonly #parts: MigrationParts;

  constructor(parts: MigrationParts) {
    this.#parts = parts;
  }

  begin(layout: Layout): void {
    this.#parts.rewriter.begin(layout);
  }

  record(bytes: Buffer, start: number, end: number, line: number): void {
    const { rewriter, summary, options } = this.#parts;
    const result = examineBytes(bytes, start, end, options);
    if (!result.ok) {
      this.#refuse(defectOf(result.error, line), bytes, start, end, line);
      return;
    }
    summary.accept(result, line);
    if (result.state === "migrated") rewriter.replace(bytes, start, end, result.text);
    else rewriter.keep(bytes, start, end);
  }

  oversizedPiece(bytes: Buffer, start: number, end: number, line: number): void {
    const { name, rewriter, rejects } = this.#parts;
    if (rejects === undefined) rewriter.keep(bytes, start, end);
    else rejects.addPiece({ file: name, line, defect: simpleDefect("too_large", line) }, bytes, start, end);
  }

  oversizedEnd(line: number): void {
    const { rewriter, rejects, summary } = this.#parts;
    summary.refuse(simpleDefect("too_large", line));
    if (rejects === undefined) return;
    rejects.endPieces();
    rewriter.leaveOut();
  }

  gap(bytes: Buffer, start: number, end: number): void {
    this.#parts.rewriter.gap(bytes, start, end);
  }

  problem(problem: LayoutProblem, line: number): void {
    this.#parts.summary.damaged(simpleDefect(problem, line));
  }

  async settle(): Promise<void> {
    await this.#parts.blocks.settle();
    await this.#parts.rejects?.settle();
  }

  #refuse(defect: Defect, bytes: Buffer, start: number, end: number, line: number): void {
    const { name, rewriter, rejects, summary } = this.#parts;
    summary.refuse(defect);
    if (rejects === undefined) {
      rewriter.keep(bytes, start, end);
      return;
    }
    rejects.add({ file: name, line, defect }, bytes, start, end);
    rewriter.leaveOut();
  }
}
