/** `parlance migrate`: rewrites a history in another version of the contract, losing nothing. */

import { CURRENT_VERSION } from "@parlance/core";
import type { Command } from "commander";
import { EXIT, endingReport } from "../failure.js";
import { inputFile } from "../input/input-files.js";
import { rewriteFile } from "../output/rewrite-file.js";
import { MigrationSummary } from "../report/migration-summary.js";
import { examples, inputArgument, paragraphs, parseVersion } from "./arguments.js";
import { MigrationSink } from "./migration-sink.js";

interface MigrateOptions {
  readonly output: string;
  readonly to?: number;
  readonly rejects?: string;
  readonly json?: boolean;
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
    .usage("[options] [in] -o <out>")
    .addArgument(inputArgument())
    .requiredOption(
      "-o, --output <out>",
      "the file to write, in a folder that is made if need be; - for standard output",
    )
    .option("--to <version>", `the version to write (default: ${CURRENT_VERSION}, the current one)`, parseVersion)
    .option("--rejects <file>", "take broken records out and keep them in this file, with the reason")
    .option("--json", "print the summary as one JSON document, on standard error")
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

async function migrate(given: string | undefined, options: MigrateOptions): Promise<void> {
  const { json = false, to = CURRENT_VERSION } = options;
  const summary = new MigrationSummary(to);
  const input = inputFile(given);
  await endingReport(
    json,
    (failure) => summary.fail(failure, json),
    async () => {
      const leavesOut = options.rejects !== undefined;
      const outcome = await rewriteFile(input, { ...options, leavesOut }, ({ names, ...parts }) => {
        summary.begin(names);
        return new MigrationSink({ name: names.input, ...parts, summary, options: { to } });
      });
      summary.print(outcome, json);
    },
  );
  if (!summary.isGood) process.exitCode = EXIT.badData;
}
