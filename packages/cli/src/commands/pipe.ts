/** `parlance pipe`: a line in, a line out, for programs in other languages that want this codec beside them. */

import type { RecordResult } from "@parlance/core";
import type { Command } from "commander";
import { type LineSink, LineSplitter } from "../input/lines.js";
import { openSource } from "../input/source.js";
import { textOfBytes } from "../input/text.js";
import { defectOf, examineBytes } from "../report/verdict.js";
import { writeToStdout } from "../terminal/printer.js";
import { examples, paragraphs, parseVersion } from "./arguments.js";

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

interface PipeOptions {
  readonly to?: number;
}

export function addPipe(program: Command): void {
  program
    .command("pipe")
    .summary("decode and migrate line by line, for programs in other languages")
    .description(
      paragraphs(
        "Reads one message a line from standard input and answers each line with exactly one line, in the same order and at once.",
        'A valid message is answered with {"ok":true,"value":…,"notes":[…]}. Notes have a code and a path; those of a migration say its direction.',
        'Anything else, a blank line too, is answered with {"ok":false,"code":…,"path":…,"raw":…}: what is wrong, the JSON Pointer of the place, and the line itself. Where the line is not UTF-8, raw_base64 has its exact bytes; of a line over 64 MiB, raw is null.',
        "Exits with 0 even when lines were bad.",
      ),
    )
    .option("--to <version>", "the version to answer in (default: the current one)", parseVersion)
    .addHelpText(
      "after",
      examples([
        ["parlance pipe < session.ndjson", "migrate what another program reads"],
        ["parlance pipe --to 1 < session.ndjson | jq -c 'select(.ok).value'", "keep what is valid, in version 1"],
        ["coproc parlance pipe", "ask for one message at a time from a shell"],
      ]),
    )
    .action(pipe);
}

async function pipe(options: PipeOptions): Promise<void> {
  const sink = new PipeSink(options);
  const splitter = new LineSplitter(sink);
  const source = await openSource("-");
  for await (const chunk of source.chunks()) {
    splitter.push(chunk);
    await sink.settle();
  }
  splitter.finish();
  await sink.settle();
}

class PipeSink implements LineSink {
  readonly #options: PipeOptions;
  #answers = "";

  constructor(options: PipeOptions) {
    this.#options = options;
  }

  record(bytes: Buffer, start: number, end: number, line: number): void {
    const raw = line === 1 ? withoutByteOrderMark(bytes.subarray(start, end)) : bytes.subarray(start, end);
    const result = examineBytes(raw, 0, raw.length, this.#options);
    this.#answers += `${result.ok ? acceptance(result) : refusal(result, raw)}\n`;
  }

  oversizedPiece(): void {}

  oversizedEnd(): void {
    this.#answers += '{"ok":false,"code":"too_large","path":"","raw":null}\n';
  }

  /** Answers at once: the peer may be waiting for the answer before it sends the next line. */
  async settle(): Promise<void> {
    const answers = this.#answers;
    this.#answers = "";
    if (answers !== "") await writeToStdout(answers);
  }
}

/** Some editors begin a file with a byte order mark; it is not a part of the first line. */
function withoutByteOrderMark(line: Buffer): Buffer {
  return line.subarray(0, 3).equals(BYTE_ORDER_MARK) ? line.subarray(3) : line;
}

function acceptance({ text, notes, warnings }: Extract<RecordResult, { ok: true }>): string {
  const places = [
    ...notes.map(({ code, path, direction }) => ({ code, path, direction })),
    ...warnings.map(({ code, path }) => ({ code, path })),
  ];
  // In JSON a bare carriage return can only stand between tokens; some readers would take it for the end of the line.
  return `{"ok":true,"value":${text.replaceAll("\r", " ")},"notes":${JSON.stringify(places)}}`;
}

function refusal({ error }: Extract<RecordResult, { ok: false }>, raw: Buffer): string {
  const [finding] = defectOf(error, 1).findings;
  const { code, path } = finding ?? { code: error.code, path: "" };
  const exact = textOfBytes(raw, 0, raw.length);
  const answer = { ok: false, code, path, raw: exact ?? raw.toString() };
  return JSON.stringify(exact === undefined ? { ...answer, raw_base64: raw.toString("base64") } : answer);
}
