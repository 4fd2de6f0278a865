/** What `parlance inspect` prints for people: a line for each record as it is met, and its content below it where that was asked for. */

import type { ReadOutcome } from "../input/read.js";
import { indentJson } from "../output/json-indent.js";
import { type Paint, paintFor } from "../terminal/paint.js";
import type { Printer } from "../terminal/printer.js";
import { byteSize, groupedCount } from "../terminal/quantity.js";
import { type Column, lineWidth, tableLine } from "../terminal/table.js";
import { clipText, visibleLines, visibleText } from "../terminal/visible.js";
import type { InspectedRecord, InspectionReport, InspectionTotals } from "./inspection-report.js";
import { linkLines } from "./record-links.js";
import type { Defect } from "./verdict.js";
import { formatName } from "./words.js";

interface SizedColumn extends Column {
  /** The lines are printed as they are met, so the columns cannot wait for their widest cell. */
  readonly width: number;
  /** Shown on lines of at least this width. */
  readonly from: number;
}

const COLUMNS: readonly SizedColumn[] = [
  { title: "#", align: "right", width: 6, from: 60 },
  { title: "line", align: "right", width: 7, from: 0 },
  { title: "type", align: "left", width: 20, from: 0 },
  { title: "version", align: "right", width: 7, from: 80 },
  { title: "size", align: "right", width: 8, from: 100 },
  { title: "id", align: "left", width: 36, from: 140 },
  { title: "about", align: "left", width: 72, from: 0 },
];
/** On lines of less than 60 characters a type is cut to so many. */
const NARROW_TYPE = { below: 60, width: 11 };
/** Before what stands below the line of a record. */
const INDENT = "        ";

export class TextInspection implements InspectionReport {
  readonly #printer: Printer;
  readonly #paint: Paint = paintFor(process.stdout);
  readonly #content: boolean;
  readonly #width: number = lineWidth(process.stdout);
  readonly #shown: readonly number[];
  readonly #widths: readonly number[];
  #file = "";
  #hasHead = false;

  /** `content` asks for what is stored, below the line of each record. */
  constructor(printer: Printer, content: boolean) {
    this.#printer = printer;
    this.#content = content;
    this.#shown = [...COLUMNS.keys()].filter((index) => (COLUMNS[index]?.from ?? 0) <= this.#width);
    const isNarrow = this.#width < NARROW_TYPE.below;
    this.#widths = COLUMNS.map(({ title, width }) => (isNarrow && title === "type" ? NARROW_TYPE.width : width));
  }

  begin(file: string): void {
    this.#file = visibleText(file);
    this.#hasHead = false;
  }

  record(record: InspectedRecord, content: (() => string) | undefined): void {
    const { type = "", defect, state } = record;
    const version = state === "invalid" ? "" : String(record.version ?? "?");
    const about = defect === undefined ? record.about : `invalid: ${describe(defect)}`;
    const cells = [String(record.record), String(record.line), type, version, byteSize(record.size), record.id, about];
    this.#row(cells, state === "invalid" ? this.#paint.red : state === "unknown" ? this.#paint.yellow : String);
    for (const line of linkLines(record.links)) this.#printer.line(clipText(`${INDENT}${line}`, this.#width));
    if (this.#content && content !== undefined) this.#show(content());
  }

  problem(defect: Defect, line: number): void {
    this.#row(["", String(line), "", "", "", "", describe(defect)], this.#paint.red);
  }

  end({ records, unknown, invalid }: InspectionTotals, outcome: ReadOutcome): void {
    const about = [formatName(outcome.format, records), groupedCount(records, "record"), byteSize(outcome.bytes)];
    if (unknown > 0) about.push(`${unknown} unknown`);
    if (invalid > 0) about.push(this.#paint.red(`${invalid} invalid`));
    this.#printer.line(`${this.#paint.bold(this.#file)}  ${about.join(", ")}`);
    if (outcome.hint !== undefined) this.#printer.line(`hint: ${outcome.hint}`);
  }

  unreadable(): void {}

  settle(): Promise<void> {
    return this.#printer.settle();
  }

  finish(): void {}

  #row(cells: readonly string[], paint: (text: string) => string): void {
    if (!this.#hasHead) {
      this.#hasHead = true;
      this.#printer.line(this.#paint.dim(this.#line(COLUMNS.map(({ title }) => title))));
    }
    this.#printer.line(paint(this.#line(cells.map(visibleText))));
  }

  #line(cells: readonly string[]): string {
    const columns = this.#shown.flatMap((index) => COLUMNS[index] ?? []);
    const shown = this.#shown.map((index) => cells[index] ?? "");
    const widths = this.#shown.map((index) => this.#widths[index] ?? 0);
    return clipText(tableLine(columns, shown, widths), this.#width);
  }

  /** The record as it is stored, laid out for reading. */
  #show(text: string): void {
    for (const line of visibleLines(indentJson(text)).split("\n")) this.#printer.line(`${INDENT}${line}`);
  }
}

function describe({ code, findings: [first] }: Defect): string {
  if (first === undefined || first.path === "") return first?.rule ?? code;
  return `${first.rule} at ${first.path}`;
}
