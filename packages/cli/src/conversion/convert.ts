/** Runs a conversion over files: every conversation in them becomes one line or several, and nothing is written where one cannot. */

import { basename } from "node:path";
import { BadData, CommandFailure, endingReport } from "../failure.js";
import type { FollowedFile } from "../input/followed-file.js";
import { openInput } from "../input/input-files.js";
import { readRecords } from "../input/read.js";
import type { InputSource } from "../input/source.js";
import { BlockWriter } from "../output/block-writer.js";
import { commitTargets, followReplaced } from "../output/commit.js";
import { openTarget, type Target } from "../output/target.js";
import { ConversionReport } from "../report/conversion-report.js";
import { Progress } from "../terminal/progress.js";
import { visibleText } from "../terminal/visible.js";
import { ConversationSink } from "./conversation-sink.js";
import { type Converted, Converter, type ConvertOptions } from "./converter.js";
import type { StoredConversation } from "./stored-conversation.js";

export type Convert = (conversation: StoredConversation, file: string | undefined) => Converted;

/**
 * @param convert Gets the name of the file that the conversation is in, without folders, where it is in one; throws a ParlanceError whose places are those of the conversation.
 * @throws BadData where a conversation is invalid, or `strict` and not lossless; CommandFailure where a file cannot be read or written.
 */
export async function convertFiles(
  inputs: readonly string[],
  options: ConvertOptions,
  convert: Convert,
): Promise<void> {
  const { json = false } = options;
  const report = new ConversionReport(json);
  await endingReport(
    json,
    (failure) => report.end(failure),
    () => convertInto(report, inputs, options, convert),
  );
}

async function convertInto(
  report: ConversionReport,
  inputs: readonly string[],
  options: ConvertOptions,
  convert: Convert,
): Promise<void> {
  const opened: InputSource[] = [];
  let target: Target | undefined;
  const open = async (input: string): Promise<InputSource> => {
    const source = await openInput(input);
    opened.push(source);
    return source;
  };
  try {
    const [first = "-", ...others] = inputs;
    // A file that cannot be read is told before a folder is made for the output.
    const source = await open(first);
    target = await openTarget(options.output);
    const conversion = new Conversion(target, convert, report, options);
    await conversion.add(source);
    for (const input of others) await conversion.add(await open(input));
    await conversion.finish(opened.map(({ name }) => name));
  } finally {
    await Promise.allSettled([...opened.map((source) => source.close()), target?.close()]);
  }
}

/** Several files into one target. */
class Conversion {
  readonly #target: Target;
  readonly #blocks: BlockWriter;
  readonly #report: ConversionReport;
  readonly #convert: Convert;
  readonly #options: ConvertOptions;
  #hint: string | undefined;
  #followed: FollowedFile | undefined;

  constructor(target: Target, convert: Convert, report: ConversionReport, options: ConvertOptions) {
    this.#target = target;
    this.#blocks = new BlockWriter((bytes) => target.write(bytes));
    this.#report = report;
    this.#convert = convert;
    this.#options = options;
  }

  async add(source: InputSource): Promise<void> {
    this.#report.begin(source.name);
    const followed = followReplaced(source, this.#target, () => this.#blocks.end());
    const file = fileName(source);
    const converter = new Converter((one) => this.#convert(one, file), this.#blocks, this.#report, this.#options);
    this.#hint = (await convertSource(source, converter, followed)) ?? this.#hint;
    this.#followed ??= followed;
  }

  /** @throws BadData where something keeps what was converted from being written. */
  async finish(names: readonly string[]): Promise<void> {
    const verdict = this.#report.verdict(names, this.#hint);
    if (verdict !== undefined) throw new BadData(verdict);
    await this.#report.flush();
    await this.#blocks.end();
    const late = await commitTargets([this.#target], { followed: this.#followed, into: this.#target, mayGrow: false });
    this.#report.countConverted();
    if (late === 0) return this.#report.end(undefined);
    throw new CommandFailure(
      `${visibleText(this.#target.name)} ends with ${late} bytes that came too late to be converted`,
    );
  }
}

/** Standard input has no name, nor has what a shell hands over as a pipe. Folders may say who somebody is. */
function fileName({ name, file }: InputSource): string | undefined {
  return file?.isSeekable ? basename(name) : undefined;
}

/** @returns what a person can do about a file that does not look like JSON text at all. */
async function convertSource(
  source: InputSource,
  converter: Converter,
  followed: FollowedFile | undefined,
): Promise<string | undefined> {
  const sink = new ConversationSink(converter);
  const progress = new Progress(source.name, source.size);
  const { hint } = await readRecords(source, sink, {
    onProgress: (bytes) => progress.update(bytes),
    followed,
  });
  sink.end();
  await sink.settle();
  return hint;
}
