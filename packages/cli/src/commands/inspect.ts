/** `parlance inspect`: shows what a history is made of, record by record, without showing what was said. */

import type { Command } from "commander";
import { EXIT } from "../failure.js";
import { readRecords } from "../input/read.js";
import { openSource } from "../input/source.js";
import { formatName } from "../report/words.js";
import { paintFor } from "../terminal/paint.js";
import { Printer } from "../terminal/printer.js";
import { Progress } from "../terminal/progress.js";
import { bytes, count } from "../terminal/quantity.js";
import { visible } from "../terminal/visible.js";
import { examples, paragraphs } from "./arguments.js";
import { InspectionSink } from "./inspection-sink.js";

interface InspectOptions {
  readonly content?: boolean;
}

export function addInspect(program: Command): void {
  program
    .command("inspect")
    .summary("show what a history is made of, without what was said")
    .description(
      paragraphs(
        "Shows a history record by record: its line, type, version, size and id, who spoke, how a tool call ended, and what is unknown or invalid. Content is only shown with --content, and then with every control character written out, so that nothing in a history can take over your terminal.",
        "Exits with 0 when all records are valid, with 1 when one is not.",
      ),
    )
    .argument("<file>", "the history to look at; - for standard input")
    .option("--content", "show the content of each record too")
    .addHelpText(
      "after",
      examples([
        ["parlance inspect session.ndjson", "one line for each record"],
        ["parlance inspect --content session.ndjson | less", "read the session"],
      ]),
    )
    .action(inspect);
}

async function inspect(file: string, options: InspectOptions): Promise<void> {
  const source = await openSource(file);
  const printer = new Printer();
  const paint = paintFor(process.stdout);
  const progress = new Progress(source.name, source.size);
  const sink = new InspectionSink(printer, paint, options.content ?? false);
  const outcome = await readRecords(source, sink, { onProgress: (done) => progress.update(done) });
  const { records, unknown, invalid } = sink;
  const about = [formatName(outcome.format, records), count(records, "record"), bytes(outcome.bytes)];
  if (unknown > 0) about.push(`${unknown} unknown`);
  if (invalid > 0) about.push(paint.red(`${invalid} invalid`));
  printer.line(`${paint.bold(visible(source.name))}  ${about.join(", ")}`);
  if (outcome.hint !== undefined && invalid > 0) printer.line(`hint: ${outcome.hint}`);
  await printer.flush();
  if (invalid > 0) process.exitCode = EXIT.badData;
}
