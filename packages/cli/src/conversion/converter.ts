/** Converts one conversation after the other, writes what they become, and tells what they lost or why they cannot be written. */

import { ParlanceError } from "@parlance/core";
import type { Report } from "@parlance/providers";
import type { BlockWriter } from "../output/block-writer.js";
import type { ConversionReport } from "../report/conversion-report.js";
import { defectOf } from "../report/verdict.js";
import type { ConversationHandler } from "./conversation-sink.js";
import type { StoredConversation } from "./stored-conversation.js";

export interface ConvertOptions {
  readonly output: string;
  readonly strict?: boolean;
  readonly json?: boolean;
  /** Leave out conversations of which nothing can be written. */
  readonly skipEmpty?: boolean;
}

export interface Converted {
  /** The JSON texts of what it became. */
  readonly lines: readonly string[];
  readonly report: Report;
}

/** After the first failure nothing more is written; the rest is only looked at. */
export class Converter implements ConversationHandler {
  readonly #convert: (conversation: StoredConversation) => Converted;
  readonly #blocks: BlockWriter;
  readonly #report: ConversionReport;
  readonly #options: ConvertOptions;

  constructor(
    convert: (conversation: StoredConversation) => Converted,
    blocks: BlockWriter,
    report: ConversionReport,
    options: ConvertOptions,
  ) {
    this.#convert = convert;
    this.#blocks = blocks;
    this.#report = report;
    this.#options = options;
  }

  conversation(found: StoredConversation): void {
    try {
      const { lines, report } = this.#convert(found);
      for (const entry of report) this.#report.entry(found.placeOf(entry.path), entry);
      if (this.#options.strict === true && report.length > 0) this.#report.countLossy();
      else if (lines.length > 0) this.#write(lines);
    } catch (error) {
      if (!ParlanceError.isInstance(error)) throw error;
      this.#refuse(error, found);
    }
  }

  #write(lines: readonly string[]): void {
    this.#report.countWritten();
    if (this.#report.failures > 0) return;
    for (const line of lines) this.#blocks.text(`${line}\n`);
  }

  #refuse(error: ParlanceError, found: StoredConversation): void {
    const { code, findings } = defectOf(error, found.placeOf("").line);
    const defect = { code, findings: findings.map((one) => ({ ...one, ...found.placeOf(one.path) })) };
    const isEmpty = findings.every((finding) => finding.code === "no_message");
    if (!isEmpty) this.#report.defect(defect);
    else if (this.#options.skipEmpty === true) this.#report.skip(found.placeOf(""));
    else this.#report.empty(defect);
  }

  defect(defect: Parameters<ConversationHandler["defect"]>[0]): void {
    this.#report.defect(defect);
  }

  async settle(): Promise<void> {
    await this.#report.settle();
    await this.#blocks.settle();
  }
}
