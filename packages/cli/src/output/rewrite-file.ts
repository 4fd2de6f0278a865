/** Runs a command that writes a history again, record by record: what it needs open, what keeps it from losing anything, and what it leaves behind. */

import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { CommandFailure } from "../failure.js";
import { type ReadOutcome, readRecords } from "../input/read.js";
import type { WaitingRecordSink } from "../input/sink.js";
import { type InputSource, isStandardInput, openSource } from "../input/source.js";
import { clearProgress, Progress } from "../terminal/progress.js";
import { BlockWriter } from "./block-writer.js";
import { commitTargets, followReplaced } from "./commit.js";
import { RejectsWriter } from "./rejects.js";
import { Rewriter } from "./rewriter.js";
import { openTarget, type Target } from "./target.js";

export interface RewriteOptions {
  /** Where the history goes, opened by the run. */
  readonly output: string | Target;
  /** Where records go that are taken out, if they are. */
  readonly rejects?: string | undefined;
  /** Whether records may be left out; otherwise what lies between them is copied as it is. */
  readonly leavesOut: boolean;
}

/** What messages call the files of a run. */
export interface RewriteNames {
  readonly input: string;
  readonly output: string;
  readonly rejects: string | undefined;
}

/** What a run works with. */
export interface Rewrite {
  readonly names: RewriteNames;
  readonly blocks: BlockWriter;
  readonly rewriter: Rewriter;
  readonly rejects: RejectsWriter | undefined;
  /** Whether the input is still there afterwards, as it was. */
  readonly keepsInput: boolean;
}

export interface RewriteOutcome extends ReadOutcome {
  /** How many bytes were appended to the input at the last moment, and went to the output as they are. */
  readonly late: number;
}

/**
 * @param sinkFor Gets every record, and writes it or what becomes of it.
 * @throws CommandFailure where a file cannot be read or written; nothing is replaced then.
 */
export async function rewriteFile(
  input: string,
  options: RewriteOptions,
  sinkFor: (rewrite: Rewrite) => WaitingRecordSink,
): Promise<RewriteOutcome> {
  await refuseOverwritingInput(input, options.rejects);
  const source = await openSource(input);
  const targets: Target[] = [];
  try {
    const output = typeof options.output === "string" ? await openTarget(options.output) : options.output;
    targets.push(output);
    const rejects = options.rejects === undefined ? undefined : await openTarget(options.rejects);
    // Rejects get their name first: at no time is a record in neither of the two files.
    if (rejects !== undefined) targets.unshift(rejects);
    if (rejects?.place === output.place) throw new CommandFailure("--rejects and --output name the same file");
    const keepsInput = await staysInPlace(input, output);
    if (!keepsInput) await rejects?.keepOld();
    const { leavesOut } = options;
    const rewritten = await run({ source, output, rejects, targets, keepsInput, leavesOut }, sinkFor);
    clearProgress();
    return rewritten;
  } finally {
    await Promise.allSettled([source.close(), ...targets.map((target) => target.close())]);
  }
}

interface Opened {
  readonly source: InputSource;
  readonly output: Target;
  readonly rejects: Target | undefined;
  /** All of them, in the order in which they get their names. */
  readonly targets: readonly Target[];
  readonly keepsInput: boolean;
  readonly leavesOut: boolean;
}

async function run(opened: Opened, sinkFor: (rewrite: Rewrite) => WaitingRecordSink): Promise<RewriteOutcome> {
  const { source, output, targets, keepsInput } = opened;
  const progress = new Progress(source.name, source.size);
  const blocks = new BlockWriter((bytes) => output.write(bytes));
  const rejects = opened.rejects === undefined ? undefined : new RejectsWriter(opened.rejects);
  const write = async (): Promise<void> => {
    await blocks.end();
    await rejects?.end();
  };
  const followed = followReplaced(source, output, async (safely) => {
    await write();
    if (safely) await output.save();
  });
  const rewriter = new Rewriter(blocks, opened.leavesOut);
  const names = { input: source.name, output: output.name, rejects: opened.rejects?.name };
  const sink = sinkFor({ names, blocks, rewriter, rejects, keepsInput });
  const outcome = await readRecords(source, sink, {
    onProgress: (bytes) => progress.update(bytes),
    followed,
  });
  rewriter.end();
  await write();
  return { ...outcome, late: await commitTargets(targets, { followed, into: output, mayGrow: true }) };
}

/** The rejects must not land where the input lies. */
async function refuseOverwritingInput(input: string, rejects: string | undefined): Promise<void> {
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
