/** Finds out what there is to say about each record of a history, and hands it to a report. */

import { type Message, safeDecode } from "@parlance/core";
import { type LayoutProblem, SILENT } from "@parlance/core/internal";
import type { WaitingRecordSink } from "../input/sink.js";
import { factsOf } from "../report/facts.js";
import type { InspectedRecord, InspectionReport } from "../report/inspection-report.js";
import { linksOf } from "../report/record-links.js";
import { rootFacts } from "../report/root-facts.js";
import {
  type Accepted,
  claimedType,
  type Defect,
  defectOf,
  examineBytes,
  simpleDefect,
  unknownName,
} from "../report/verdict.js";

export class InspectionSink implements WaitingRecordSink {
  records = 0;
  unknown = 0;
  invalid = 0;
  readonly #report: InspectionReport;
  #piecesSize = 0;

  constructor(report: InspectionReport) {
    this.#report = report;
  }

  begin(): void {}

  record(lent: Buffer, start: number, end: number, line: number): void {
    this.records += 1;
    const at = { record: this.records, line, size: end - start };
    const content = (): string => lent.toString("utf8", start, end);
    const result = examineBytes(lent, start, end, {});
    if (result.ok) this.#report.record({ ...at, ...this.#accepted(result) }, content);
    else {
      const defect = defectOf(result.error, line);
      this.#report.record({ ...at, ...this.#refused(defect, claimedType(lent, start, end)) }, content);
    }
  }

  oversizedPiece(_lent: Buffer, start: number, end: number): void {
    this.#piecesSize += end - start;
  }

  oversizedEnd(line: number): void {
    this.records += 1;
    const at = { record: this.records, line, size: this.#piecesSize };
    this.#report.record({ ...at, ...this.#refused(simpleDefect("too_large", line), undefined) }, undefined);
    this.#piecesSize = 0;
  }

  gap(): void {}

  problem(problem: LayoutProblem, line: number): void {
    this.invalid += 1;
    this.#report.problem(simpleDefect(problem, line), line);
  }

  settle(): Promise<void> {
    return this.#report.settle();
  }

  #accepted(result: Accepted): Omit<InspectedRecord, "record" | "line" | "size"> {
    const isUnknown = result.state === "unknown";
    if (isUnknown) this.unknown += 1;
    const version = Number.isNaN(result.version) ? undefined : result.version;
    const state = isUnknown ? "unknown" : "valid";
    return { state, type: unknownName(result.type), version, ...aboutRecord(result), defect: undefined };
  }

  #refused(defect: Defect, type: string | undefined): Omit<InspectedRecord, "record" | "line" | "size"> {
    this.invalid += 1;
    return { state: "invalid", type, version: undefined, id: "", about: "", links: {}, defect };
  }
}

function aboutRecord({ state, type, text }: Accepted): Pick<InspectedRecord, "id" | "about" | "links"> {
  const facts = state === "unknown" ? undefined : rootFacts(type, text);
  if (facts !== undefined) return { ...facts, links: {} };
  const decoded = safeDecode(text, { freeze: false, logger: SILENT });
  if (!decoded.ok) return { id: "", about: "", links: {} };
  const { value } = decoded;
  return { id: idOf(value), about: factsOf(value), links: linksOf(value) };
}

function idOf(message: Message): string {
  if (message.type !== "unknown") return message.id;
  const { id } = message.original;
  return typeof id === "string" ? unknownName(id) : "";
}
