/** Prints one line about each record of a history, and its content below it where that was asked for. */

import { ConversationHistory, type Message, safeDecode } from "@parlance/core";
import type { FileProblem, Misplaced, RecordSink } from "../input/sink.js";
import { indentJson } from "../output/json-indent.js";
import { factsOf } from "../report/facts.js";
import { HISTORY_TYPE, historyFacts } from "../report/history-verdict.js";
import {
  type Accepted,
  claimedType,
  type Defect,
  defectOf,
  examine,
  simpleDefect,
  unknownName,
} from "../report/verdict.js";
import type { Paint } from "../terminal/paint.js";
import type { Printer } from "../terminal/printer.js";
import { bytes } from "../terminal/quantity.js";
import { type Column, lineWidth, tableLine } from "../terminal/table.js";
import { clip, visible, visibleLines } from "../terminal/visible.js";

const COLUMNS: readonly Column[] = [
  { title: "#", align: "right" },
  { title: "line", align: "right" },
  { title: "type", align: "left" },
  { title: "version", align: "right" },
  { title: "size", align: "right" },
  { title: "id", align: "left" },
  { title: "about", align: "left" },
];
/** The lines are printed as they are met, so the columns cannot wait for their widest cell. */
const WIDTHS: readonly number[] = [6, 7, 20, 7, 8, 36, 72];
const SILENT = { warn: (): void => {} };

export class InspectionSink implements RecordSink {
  records = 0;
  unknown = 0;
  invalid = 0;
  readonly #printer: Printer;
  readonly #paint: Paint;
  readonly #content: boolean;
  readonly #width: number = lineWidth(process.stdout);
  #piecesSize = 0;

  constructor(printer: Printer, paint: Paint, content: boolean) {
    this.#printer = printer;
    this.#paint = paint;
    this.#content = content;
  }

  record(lent: Buffer, start: number, end: number, line: number, misplaced?: Misplaced): void {
    this.records += 1;
    const size = end - start;
    const result = misplaced === undefined ? examine(lent, start, end, {}) : undefined;
    if (result?.ok) this.#accepted(result, line, size);
    else {
      const defect =
        result === undefined ? simpleDefect(misplaced ?? "outside_array", line) : defectOf(result.error, line);
      this.#refused(defect, claimedType(lent, start, end), line, size);
    }
    if (this.#content) this.#show(lent.toString("utf8", start, end));
  }

  oversizedPiece(_lent: Buffer, start: number, end: number): void {
    this.#piecesSize += end - start;
  }

  oversizedEnd(line: number): void {
    this.records += 1;
    this.#refused(simpleDefect("too_large", line), undefined, line, this.#piecesSize);
    this.#piecesSize = 0;
  }

  gap(): void {}

  problem(problem: FileProblem, line: number): void {
    this.invalid += 1;
    this.#row(["", String(line), "", "", "", "", this.#describe(simpleDefect(problem, line))], this.#paint.red);
  }

  settle(): Promise<void> {
    return this.#printer.settle();
  }

  #accepted(result: Accepted, line: number, size: number): void {
    const unknown = result.state === "unknown";
    if (unknown) this.unknown += 1;
    const { id, facts } = aboutRecord(result);
    this.#row(
      [
        String(this.records),
        String(line),
        unknownName(result.type),
        versionText(result.version),
        bytes(size),
        id,
        facts,
      ],
      unknown ? this.#paint.yellow : String,
    );
  }

  #refused(defect: Defect, type: string | undefined, line: number, size: number): void {
    this.invalid += 1;
    this.#row(
      [String(this.records), String(line), type ?? "", "", bytes(size), "", `invalid: ${this.#describe(defect)}`],
      this.#paint.red,
    );
  }

  #describe({ code, findings: [first] }: Defect): string {
    if (first === undefined || first.path === "") return first?.rule ?? code;
    return `${first.rule} at ${first.path}`;
  }

  #row(cells: readonly string[], paint: (text: string) => string): void {
    if (!this.#begun) this.#head();
    const line = tableLine(
      COLUMNS,
      cells.map((cell) => visible(cell)),
      WIDTHS,
    );
    this.#printer.line(paint(clip(line, this.#width)));
  }

  #begun = false;

  #head(): void {
    this.#begun = true;
    const titles = COLUMNS.map((column) => column.title);
    this.#printer.line(this.#paint.dim(clip(tableLine(COLUMNS, titles, WIDTHS), this.#width)));
  }

  /** The record as it is stored, laid out for reading. */
  #show(text: string): void {
    for (const line of visibleLines(indentJson(text)).split("\n")) this.#printer.line(`        ${line}`);
  }
}

function aboutRecord({ type, text }: Accepted): { readonly id: string; readonly facts: string } {
  if (type === HISTORY_TYPE) {
    const history = ConversationHistory.decode(text);
    return { id: history.id, facts: historyFacts(history) };
  }
  const decoded = safeDecode(text, { freeze: false, logger: SILENT });
  return decoded.ok ? { id: idOf(decoded.value), facts: factsOf(decoded.value) } : { id: "", facts: "" };
}

/** A record of an unknown type may say anything, or nothing, about its version. */
function versionText(version: number): string {
  return Number.isNaN(version) ? "?" : String(version);
}

function idOf(message: Message): string {
  if (message.type !== "unknown") return message.id;
  const { id } = message.original;
  return typeof id === "string" ? unknownName(id) : "";
}
