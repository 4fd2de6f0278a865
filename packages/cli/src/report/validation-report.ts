/** What `parlance validate` prints: each broken record as it is met, then a table; or the same as one JSON document. */

import type { ReadOutcome } from "../input/read.js";
import type { FileReport } from "../input/read-each.js";
import { type Paint, paintFor } from "../terminal/paint.js";
import type { Printer } from "../terminal/printer.js";
import { byteSize, groupedCount } from "../terminal/quantity.js";
import { lineWidth } from "../terminal/table.js";
import { visibleText } from "../terminal/visible.js";
import { countsTable } from "./counts-table.js";
import type { SemanticCount } from "./semantic-tally.js";
import type { Tally } from "./tally.js";
import type { Defect } from "./verdict.js";
import { findingLine, formatName } from "./words.js";

/** Receives what is found out about the files, one file after the other. */
export interface ValidationReport extends FileReport {
  /** A broken record; `record` counts from 1, and is absent where the file as a whole is damaged. */
  defect(defect: Defect, record: number | undefined): void;
  /**
   * @param fault What makes the file a bad one, in words; undefined for a good one.
   * @param semantic What the semantic checks found; undefined where nobody asked.
   */
  end(
    tally: Tally,
    outcome: ReadOutcome,
    fault: string | undefined,
    semantic: readonly SemanticCount[] | undefined,
  ): void;
  finish(good: boolean): void;
}

/** So many broken rules of one record are printed; `--json` has them all. */
const MAX_FINDINGS = 10;

export class TextReport implements ValidationReport {
  readonly #printer: Printer;
  readonly #paint: Paint = paintFor(process.stdout);
  #file = "";
  /** Nothing has been printed about the current file. */
  #silent = true;
  #printed = false;

  constructor(printer: Printer) {
    this.#printer = printer;
  }

  begin(file: string): void {
    this.#file = visibleText(file);
    this.#silent = true;
  }

  defect({ findings }: Defect): void {
    this.#separate();
    const mark = this.#paint.red("invalid");
    for (const finding of findings.slice(0, MAX_FINDINGS)) {
      this.#printer.line(`${mark}  ${findingLine(this.#file, finding)}`);
    }
    const more = findings.length - MAX_FINDINGS;
    if (more > 0)
      this.#printer.line(`         and ${groupedCount(more, "more broken rule", "more broken rules")} in this record`);
  }

  end(
    tally: Tally,
    outcome: ReadOutcome,
    fault: string | undefined,
    semantic: readonly SemanticCount[] | undefined,
  ): void {
    this.#separate();
    const about = `${formatName(outcome.format, tally.records)}, ${groupedCount(tally.records, "record")}, ${byteSize(outcome.bytes)}`;
    this.#printer.line(`${this.#paint.bold(this.#file)}  ${this.#paint.dim(about)}  ${this.#verdict(fault)}`);
    if (outcome.hint !== undefined && fault !== undefined) this.#printer.line(`hint: ${outcome.hint}`);
    if (tally.records > 0) this.#table(tally);
    if (tally.partlyUnknown > 0)
      this.#printer.line(`  ${groupedCount(tally.partlyUnknown, "message")} with parts or controls of an unknown type`);
    if (semantic !== undefined) this.#semantic(semantic);
  }

  unreadable(): void {}

  finish(): void {}

  /** Sets what is printed about one file apart from what was printed about the one before. */
  #separate(): void {
    if (this.#silent && this.#printed) this.#printer.line();
    this.#silent = false;
    this.#printed = true;
  }

  #semantic(counts: readonly SemanticCount[]): void {
    if (counts.length === 0) this.#printer.line("  semantic checks found nothing");
    for (const { code, count, line, path } of counts)
      this.#printer.line(
        `  ${this.#paint.yellow(code)}  ${groupedCount(count, "place")}, first in line ${line} at ${path}`,
      );
  }

  #verdict(fault: string | undefined): string {
    return fault === undefined ? this.#paint.green("valid") : this.#paint.red(fault);
  }

  #table(tally: Tally): void {
    const [head = "", ...body] = countsTable(tally.rows(), lineWidth(process.stdout) - 2);
    this.#printer.line(`  ${this.#paint.dim(head)}`);
    for (const line of body) this.#printer.line(`  ${line}`);
  }
}

/** One JSON document, written while the files are read, so that it may be longer than memory. */
export class JsonReport implements ValidationReport {
  readonly #printer: Printer;
  #files = 0;
  #defects = 0;

  constructor(printer: Printer) {
    this.#printer = printer;
    printer.write('{"files":[');
  }

  begin(file: string): void {
    this.#printer.write(`${this.#files === 0 ? "" : ","}\n{"file":${JSON.stringify(file)},"invalid_records":[`);
    this.#files += 1;
    this.#defects = 0;
  }

  defect({ code, findings }: Defect, record: number | undefined): void {
    const [first] = findings;
    const text = JSON.stringify({ line: first?.line, record, code, issues: findings });
    this.#printer.write(`${this.#defects === 0 ? "" : ","}\n${text}`);
    this.#defects += 1;
  }

  end(
    tally: Tally,
    { format, bytes: size, hint }: ReadOutcome,
    fault: string | undefined,
    semantic: readonly SemanticCount[] | undefined,
  ): void {
    const { records, unknown, partlyUnknown, invalid } = tally;
    const types = tally.rows().map((row) => ({
      type: row.type,
      versions: Object.fromEntries(row.versions),
      unknown: row.unknown,
      invalid: row.invalid,
    }));
    const rest = JSON.stringify({
      valid: fault === undefined,
      format,
      bytes: size,
      records,
      unknown,
      partly_unknown: partlyUnknown,
      invalid,
      types,
      semantic,
      hint,
    });
    this.#printer.write(`],${rest.slice(1)}`);
  }

  unreadable(message: string): void {
    this.#printer.write(`],"valid":false,"error":${JSON.stringify(message)}}`);
  }

  finish(good: boolean): void {
    this.#printer.write(`\n],"valid":${good}}\n`);
  }
}
