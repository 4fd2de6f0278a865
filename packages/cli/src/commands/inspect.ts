/** `parlance inspect`: shows what a history is made of, record by record, without showing what was said. */

import type { Command } from "commander";
import { EXIT } from "../failure.js";
import { inputFiles } from "../input/input-files.js";
import { readRecords } from "../input/read.js";
import { readEach } from "../input/read-each.js";
import type { InputSource } from "../input/source.js";
import type { InspectionReport } from "../report/inspection-report.js";
import { JsonInspection } from "../report/json-inspection.js";
import { TextInspection } from "../report/text-inspection.js";
import { Printer } from "../terminal/printer.js";
import { Progress } from "../terminal/progress.js";
import { examples, fileArgument, paragraphs } from "./arguments.js";
import { InspectionSink } from "./inspection-sink.js";

interface InspectOptions {
  readonly content?: boolean;
  readonly json?: boolean;
}

export function addInspect(program: Command): void {
  program
    .command("inspect")
    .summary("show what a history is made of, without what was said")
    .description(
      paragraphs(
        "Shows a history record by record: its line, type, version, size and id, who spoke, how a tool call ended, what is unknown or invalid, and where a record says them the conversation, the message before it, the answer, its model and its tokens. Content is only shown with --content, and then with every control character written out, so that nothing in a history can take over your terminal.",
        "Exits with 0 when all records are valid, with 1 when one is not, with 2 when a file cannot be read.",
      ),
    )
    .addArgument(fileArgument("the histories to look at"))
    .option("--content", "show the content of each record too")
    .option("--json", "print one JSON document instead of text")
    .addHelpText(
      "after",
      examples([
        ["parlance inspect session.ndjson", "one line for each record"],
        ["parlance inspect --content session.ndjson | less", "read the session"],
      ]),
    )
    .action(inspect);
}

async function inspect(given: readonly string[], { content = false, json = false }: InspectOptions): Promise<void> {
  const files = await inputFiles(given);
  const printer = new Printer();
  const report = json ? new JsonInspection(printer, content) : new TextInspection(printer, content);
  const exitCode = await readEach(files, report, printer, (source) => inspectFile(source, report));
  report.finish();
  await printer.flush();
  process.exitCode = exitCode;
}

/** Resolves with the exit code that this file alone would give. */
async function inspectFile(source: InputSource, report: InspectionReport): Promise<number> {
  const progress = new Progress(source.name, source.size);
  const sink = new InspectionSink(report);
  const outcome = await readRecords(source, sink, { onProgress: (done) => progress.update(done) });
  const { records, unknown, invalid } = sink;
  report.end({ records, unknown, invalid }, { ...outcome, hint: invalid > 0 ? outcome.hint : undefined });
  return invalid > 0 ? EXIT.badData : EXIT.good;
}
