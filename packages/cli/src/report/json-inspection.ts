/** What `parlance inspect --json` prints: one document, written while the files are read. */

import type { ReadOutcome } from "../input/read.js";
import type { Printer } from "../terminal/printer.js";
import type { InspectedRecord, InspectionReport, InspectionTotals } from "./inspection-report.js";
import type { Defect } from "./verdict.js";

export class JsonInspection implements InspectionReport {
  readonly #printer: Printer;
  readonly #content: boolean;
  #files = 0;
  #entries = 0;

  /** `content` asks for the stored text of each record. */
  constructor(printer: Printer, content: boolean) {
    this.#printer = printer;
    this.#content = content;
    printer.write('{"files":[');
  }

  begin(file: string): void {
    this.#printer.write(`${this.#files === 0 ? "" : ","}\n{"file":${JSON.stringify(file)},"entries":[`);
    this.#files += 1;
    this.#entries = 0;
  }

  record(
    { record, line, size, state, type, version, id, about, links, defect }: InspectedRecord,
    content?: () => string,
  ): void {
    const facts = { id: id === "" ? undefined : id, about: about === "" ? undefined : about, ...links };
    const broken = defect === undefined ? {} : { code: defect.code, issues: defect.findings };
    const text = this.#content ? content?.() : undefined;
    this.#entry({ record, line, bytes: size, state, type, version, ...facts, ...broken, content: text });
  }

  problem({ code, findings }: Defect, line: number): void {
    this.#entry({ line, state: "invalid", code, issues: findings });
  }

  end(totals: InspectionTotals, { format, bytes: size, hint }: ReadOutcome): void {
    this.#printer.write(`],${JSON.stringify({ format, bytes: size, ...totals, hint }).slice(1)}`);
  }

  unreadable(message: string): void {
    this.#printer.write(`],"error":${JSON.stringify(message)}}`);
  }

  settle(): Promise<void> {
    return this.#printer.settle();
  }

  finish(): void {
    this.#printer.write("\n]}\n");
  }

  #entry(entry: object): void {
    this.#printer.write(`${this.#entries === 0 ? "" : ","}\n${JSON.stringify(entry)}`);
    this.#entries += 1;
  }
}
