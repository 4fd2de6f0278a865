/** Runs a conversion over a file: every conversation in it becomes a line, and nothing is written where one cannot. */

import { ParlanceError } from "@parlance/core";
import type { Report } from "@parlance/providers";
import { BadData } from "../failure.js";
import { readRecords } from "../input/read.js";
import { openSource } from "../input/source.js";
import { BlockWriter } from "../output/block-writer.js";
import { openTarget } from "../output/target.js";
import { ConversionReport } from "../report/conversion-report.js";
import { defectOf } from "../report/verdict.js";
import { Progress } from "../terminal/progress.js";
import { type ConversationHandler, ConversationSink } from "./conversation-sink.js";
import type { StoredConversation } from "./stored-conversation.js";

export interface ConvertOptions {
  readonly output: string;
  readonly strict?: boolean;
}

export interface Converted {
  /** The JSON text of what it became. */
  readonly text: string;
  readonly report: Report;
}

/**
 * @param convert Throws a ParlanceError whose places are those of the conversation.
 * @throws BadData where a conversation is invalid, or `strict` and not lossless; CommandFailure where a file cannot be read or written.
 */
export async function convertFile(
  input: string,
  options: ConvertOptions,
  convert: (conversation: StoredConversation) => Converted,
): Promise<void> {
  const source = await openSource(input);
  const target = await openTarget(options.output).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  try {
    const blocks = new BlockWriter((bytes) => target.write(bytes));
    const report = new ConversionReport(source.name);
    const sink = new ConversationSink(new Converter(convert, blocks, report, options.strict ?? false));
    const progress = new Progress(source.name, source.size);
    const { hint } = await readRecords(source, sink, {
      onFormat: (format) => sink.begin(format),
      onProgress: (bytes) => progress.update(bytes),
    });
    sink.end();
    await report.flush();
    if (report.failures > 0) throw new BadData(report.verdict(hint));
    await blocks.end();
    await target.finish();
    await target.commit();
  } catch (error) {
    await Promise.allSettled([source.close(), target.discard()]);
    throw error;
  }
}

/** After the first failure nothing more is written; the rest is only looked at. */
class Converter implements ConversationHandler {
  readonly #convert: (conversation: StoredConversation) => Converted;
  readonly #blocks: BlockWriter;
  readonly #report: ConversionReport;
  readonly #strict: boolean;

  constructor(
    convert: (conversation: StoredConversation) => Converted,
    blocks: BlockWriter,
    report: ConversionReport,
    strict: boolean,
  ) {
    this.#convert = convert;
    this.#blocks = blocks;
    this.#report = report;
    this.#strict = strict;
  }

  conversation(found: StoredConversation): void {
    try {
      const { text, report } = this.#convert(found);
      for (const entry of report) this.#report.entry(found.placeOf(entry.path), entry);
      if (this.#strict && report.length > 0) this.#report.countLossy();
      else if (this.#report.failures === 0) this.#blocks.text(`${text}\n`);
    } catch (error) {
      if (!ParlanceError.isInstance(error)) throw error;
      const { code, findings } = defectOf(error, found.placeOf("").line);
      this.#report.defect({ code, findings: findings.map((one) => ({ ...one, ...found.placeOf(one.path) })) });
    }
  }

  defect(defect: Parameters<ConversationHandler["defect"]>[0]): void {
    this.#report.defect(defect);
  }

  async settle(): Promise<void> {
    await this.#report.settle();
    await this.#blocks.settle();
  }
}
