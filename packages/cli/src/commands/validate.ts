/** `parlance validate`: says which records of a history are valid messages, and what is wrong with the others. */

import type { LayoutProblem } from "@parlance/core/internal";
import type { Command } from "commander";
import { EXIT } from "../failure.js";
import { inputFiles } from "../input/input-files.js";
import { readRecords } from "../input/read.js";
import { readEach } from "../input/read-each.js";
import type { WaitingRecordSink } from "../input/sink.js";
import type { InputSource } from "../input/source.js";
import { ForeignSample } from "../report/foreign-sample.js";
import { SemanticTally } from "../report/semantic-tally.js";
import { Tally } from "../report/tally.js";
import { JsonReport, TextReport, type ValidationReport } from "../report/validation-report.js";
import { claimedType, type Defect, defectOf, isKnownRecordType, simpleDefect, verdictOn } from "../report/verdict.js";
import { Printer } from "../terminal/printer.js";
import { Progress } from "../terminal/progress.js";
import { examples, fileArgument, paragraphs } from "./arguments.js";

interface ValidateOptions {
  readonly strict?: boolean;
  readonly json?: boolean;
  readonly failOnUnknown?: boolean;
  readonly semantic?: boolean;
}

export function addValidate(program: Command): void {
  program
    .command("validate")
    .summary("say which records are valid messages, and what is wrong with the others")
    .description(
      paragraphs(
        "Reads histories (NDJSON, a JSON array or one message, found out by looking) and prints for each a table of types and versions, and for each invalid record its file, line, JSON Pointer and the rule it breaks. It names places, never content. A record is a message or a whole conversation history. Messages of unknown types are not invalid: they may come from a newer program.",
        "Exits with 0 when all records are valid, with 1 when one is not or a file has records and none of them is known, with 2 when a file cannot be read.",
      ),
    )
    .addArgument(fileArgument("the histories to read"))
    .option(
      "--strict",
      "also refuse what JSON parsers disagree on: a key that occurs twice, half a surrogate pair, a number out of range",
    )
    .option("--fail-on-unknown", "exit with 1 also for a single record, part or control of an unknown type")
    .option(
      "--semantic",
      "also count what no schema can say: impossible dates, results without a call, calls that share an id; it decides nothing",
    )
    .option("--json", "print one JSON document instead of text")
    .addHelpText(
      "after",
      examples([
        ["parlance validate session.ndjson", "check one history"],
        ["parlance validate --strict histories/*.ndjson", "check many, as strictly as possible"],
        ["tail -n 100 session.ndjson | parlance validate -", "check the end of one"],
        ["parlance validate --json session.ndjson | jq .valid", "use the verdict in a script"],
      ]),
    )
    .action(validate);
}

async function validate(given: readonly string[], options: ValidateOptions): Promise<void> {
  const files = await inputFiles(given);
  const printer = new Printer();
  const report = options.json === true ? new JsonReport(printer) : new TextReport(printer);
  const exitCode = await readEach(files, report, printer, (source) => validateFile(source, options, report, printer));
  report.finish(exitCode === EXIT.good);
  await printer.flush();
  process.exitCode = exitCode;
}

/** Resolves with the exit code that this file alone would give. */
async function validateFile(
  source: InputSource,
  { strict = false, failOnUnknown = false, semantic = false }: ValidateOptions,
  report: ValidationReport,
  printer: Printer,
): Promise<number> {
  const progress = new Progress(source.name, source.size);
  const sink = new ValidationSink(strict, semantic ? new SemanticTally() : undefined, report, printer);
  const outcome = await readRecords(source, sink, { onProgress: (bytes) => progress.update(bytes) });
  const hint = outcome.hint ?? (sink.tally.isForeign ? await sink.sample.hint() : undefined);
  const fault = sink.tally.fault(failOnUnknown);
  report.end(sink.tally, { ...outcome, hint }, fault, sink.semantic?.counts());
  return fault === undefined ? EXIT.good : EXIT.badData;
}

class ValidationSink implements WaitingRecordSink {
  readonly tally: Tally = new Tally();
  readonly sample: ForeignSample = new ForeignSample();
  readonly semantic: SemanticTally | undefined;
  readonly #strict: boolean;
  readonly #report: ValidationReport;
  readonly #printer: Printer;

  constructor(strict: boolean, semantic: SemanticTally | undefined, report: ValidationReport, printer: Printer) {
    this.semantic = semantic;
    this.#strict = strict;
    this.#report = report;
    this.#printer = printer;
  }

  begin(): void {}

  record(bytes: Buffer, start: number, end: number, line: number): void {
    const result = verdictOn(bytes, start, end, this.#strict);
    const type = result.ok ? result.type : claimedType(bytes, start, end);
    if (type === undefined || !isKnownRecordType(type)) this.sample.add(bytes, start, end);
    if (result.ok) {
      this.tally.accept(result);
      this.semantic?.add(bytes.subarray(start, end), result.type, line);
    } else this.#refuse(defectOf(result.error, line), type, line);
  }

  oversizedPiece(): void {}

  oversizedEnd(line: number): void {
    this.#refuse(simpleDefect("too_large", line), undefined, line);
  }

  gap(): void {}

  problem(problem: LayoutProblem, line: number): void {
    this.tally.damaged = true;
    this.#report.defect(simpleDefect(problem, line), undefined);
  }

  settle(): Promise<void> {
    return this.#printer.settle();
  }

  #refuse(defect: Defect, type: string | undefined, line: number): void {
    this.semantic?.addBroken(line);
    this.tally.reject(type);
    this.#report.defect(defect, this.tally.records);
  }
}
