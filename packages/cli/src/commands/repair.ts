/** `parlance repair`: brings the messages of stored conversation histories into the order that models take, and explains each change. */

import type { Command } from "commander";
import { EXIT, endingReport } from "../failure.js";
import { inputFile } from "../input/input-files.js";
import { rewriteFile } from "../output/rewrite-file.js";
import { discardingTarget } from "../output/target.js";
import { RepairReport } from "../report/repair-report.js";
import { examples, inputArgument, paragraphs } from "./arguments.js";

interface RepairOptions {
  readonly output?: string;
  readonly dryRun?: boolean;
  readonly rejects?: string;
  readonly json?: boolean;
}

export function addRepair(program: Command): void {
  program
    .command("repair")
    .summary("bring stored conversations into the order that models take")
    .description(
      paragraphs(
        "Repairs conversation histories, as import --as history writes them: results that came late are moved to their calls, missing ones are added, ids that came twice are renamed, and messages that one speaker said in a row are merged. A repaired history is not changed again. Each change is told on standard error: the line, the JSON Pointer in the history as it was, and why.",
        "A result that answers no call goes to the file that --rejects names, with the reason. Without one it is left out of a new file, but a history that is repaired in place stays as it is then: nothing is lost. Other records stay as they are.",
        "OUT may be IN: it is replaced at the end, as a whole, and an interrupted run leaves it as it was. Exits with 1 when a record is invalid, a history stayed as it was, or no record is a history.",
      ),
    )
    .usage("[options] [in] -o <out>")
    .addArgument(inputArgument())
    .option("-o, --output <out>", "the file to write, in a folder that is made if need be; - for standard output")
    .option("--dry-run", "tell what would be changed, and write nothing")
    .option("--rejects <file>", "keep results that answer no call in this file, with the reason")
    .option("--json", "report as one JSON document, on standard error")
    .addHelpText(
      "after",
      examples([
        ["parlance repair sessions.ndjson --dry-run", "see what would be changed"],
        ["parlance repair sessions.ndjson -o sessions.ndjson --rejects orphans.ndjson", "repair in place"],
      ]),
    )
    .action(repair);
}

async function repair(given: string | undefined, options: RepairOptions, command: Command): Promise<void> {
  const { dryRun = false, json = false } = options;
  const output = dryRun ? discardingTarget("<nowhere>") : outputOf(options, command);
  const rejects = dryRun ? undefined : options.rejects;
  const { RepairSink } = await import("./repair-sink.js");
  const report = new RepairReport(json, dryRun);
  const input = inputFile(given);
  await endingReport(
    json,
    (failure) => report.fail(failure),
    async () => {
      const outcome = await rewriteFile(input, { output, rejects, leavesOut: false }, (rewrite) => {
        report.begin(rewrite.names);
        return new RepairSink(rewrite, report, dryRun);
      });
      await report.print(outcome);
    },
  );
  if (!report.isGood) process.exitCode = EXIT.badData;
}

/** @throws CommanderError in the words that commander has for an option that must be there. */
function outputOf({ output }: RepairOptions, command: Command): string {
  return output ?? command.error("error: required option '-o, --output <out>' not specified");
}
