/** `parlance migrate`: rewrites a history in another version of the contract, losing nothing. */

import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { CURRENT_VERSION } from "@parlance/core";
import type { Command } from "commander";
import { CommandFailure, EXIT } from "../failure.js";
import { type ReadOutcome, readRecords } from "../input/read.js";
import { isStandardInput, openSource } from "../input/source.js";
import { BlockWriter } from "../output/block-writer.js";
import { RejectsWriter } from "../output/rejects.js";
import { Rewriter } from "../output/rewriter.js";
import { openTarget, type Target } from "../output/target.js";
import { MigrationSummary } from "../report/migration-summary.js";
import { clearProgress, Progress } from "../terminal/progress.js";
import { examples, paragraphs, parseVersion } from "./arguments.js";
import { MigrationSink } from "./migration-sink.js";

interface MigrateOptions {
  readonly output: string;
  readonly to?: number;
  readonly rejects?: string;
}

export function addMigrate(program: Command): void {
  program
    .command("migrate")
    .summary("rewrite a history in another version of the contract")
    .description(
      paragraphs(
        "Rewrites a history in the current version of the contract, or in another one with --to. The output has the layout of the input: an array stays an array, lines stay lines, and a record that needs no change keeps its bytes. Messages of unknown types are kept as they are.",
        "Nothing is ever dropped. A broken record stays in the output, in its place and as it was; with --rejects it is taken out and kept in that file instead, with the reason. Either way the command then exits with 1.",
        "OUT may be IN: it is replaced at the end, as a whole, and an interrupted run leaves it as it was.",
      ),
    )
    .usage("[options] <in> -o <out>")
    .argument("<in>", "the history to read; - for standard input")
    .requiredOption(
      "-o, --output <out>",
      "the file to write, in a folder that is made if need be; - for standard output",
    )
    .option("--to <version>", `the version to write (default: ${CURRENT_VERSION}, the current one)`, parseVersion)
    .option("--rejects <file>", "take broken records out and keep them in this file, with the reason")
    .addHelpText(
      "after",
      examples([
        ["parlance migrate session.ndjson -o session.ndjson", "bring a history up to date, in place"],
        ["parlance migrate old.json -o new.json --rejects broken.ndjson", "keep what is broken in a file of its own"],
        ["parlance migrate session.ndjson -o v1.ndjson --to 1", "write it for a program that knows version 1 only"],
        ["gzip -dc session.ndjson.gz | parlance migrate - -o - | wc -l", "from standard input to standard output"],
      ]),
    )
    .action(migrate);
}

async function migrate(input: string, options: MigrateOptions): Promise<void> {
  await refuseOverwritingInput(input, options);
  const source = await openSource(input);
  const targets: Target[] = [];
  try {
    const output = await openTarget(options.output);
    targets.push(output);
    const rejects = options.rejects === undefined ? undefined : await openTarget(options.rejects);
    // Rejects get their name first: at no time is a record in neither of the two files.
    if (rejects !== undefined) targets.unshift(rejects);
    if (rejects?.place === output.place) throw new CommandFailure("--rejects and --output name the same file");
    if (!(await staysInPlace(input, output))) await rejects?.keepOld();

    const to = options.to ?? CURRENT_VERSION;
    const summary = new MigrationSummary({ from: source.name, output: output.name, rejects: rejects?.name, to });
    const progress = new Progress(source.name, source.size);
    const outcome = await run(source, output, rejects, summary, to, progress);
    for (const target of targets) await target.finish();
    for (const target of targets) await target.commit();
    clearProgress();
    summary.print(outcome);
    if (summary.invalid > 0) process.exitCode = EXIT.badData;
  } catch (error) {
    await Promise.allSettled([source.close(), ...targets.map((target) => target.discard())]);
    throw error;
  }
}

async function run(
  source: Awaited<ReturnType<typeof openSource>>,
  output: Target,
  rejectsTarget: Target | undefined,
  summary: MigrationSummary,
  to: number,
  progress: Progress,
): Promise<ReadOutcome> {
  const blocks = new BlockWriter((bytes) => output.write(bytes));
  const rejects = rejectsTarget === undefined ? undefined : new RejectsWriter(rejectsTarget);
  const rewriter = new Rewriter(blocks, rejects !== undefined);
  const sink = new MigrationSink({ name: source.name, blocks, rewriter, rejects, summary, options: { to } });
  const outcome = await readRecords(source, sink, {
    onFormat: (format) => rewriter.begin(format),
    onProgress: (bytes) => progress.update(bytes),
  });
  rewriter.end();
  await blocks.end();
  await rejects?.end();
  return outcome;
}

/** The rejects must not land where the input lies. */
async function refuseOverwritingInput(input: string, { rejects }: MigrateOptions): Promise<void> {
  if (rejects === undefined || isStandardInput(input)) return;
  const [inputPlace, rejectsPlace] = await Promise.all([input, rejects].map(placeOf));
  if (rejectsPlace === inputPlace) throw new CommandFailure("--rejects names the input file");
}

/**
 * Whether the input is still there afterwards, so that the same run gives the same rejects again. Otherwise the rejects of an
 * earlier run are the only copy of what it took out.
 */
async function staysInPlace(input: string, output: Target): Promise<boolean> {
  return !isStandardInput(input) && (await placeOf(input)) !== output.place;
}

function placeOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}
