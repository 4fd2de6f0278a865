/** What a conversion lost, changed, left out or refused, on standard error, by place and rule, never by content: a line each, or one JSON document. */

import type { ReportEntry } from "@parlance/providers";
import type { StoredPlace } from "../conversion/stored-conversation.js";
import { writeTo } from "../terminal/printer.js";
import { clearProgress } from "../terminal/progress.js";
import { groupedCount } from "../terminal/quantity.js";
import { visibleText } from "../terminal/visible.js";
import type { Defect, Finding } from "./verdict.js";
import { findingLine } from "./words.js";

const BLOCK_CHARACTERS = 65_536;

/** One thing that is told. `refused` keeps the conversation from being written, `skipped` leaves it out. */
interface Told extends StoredPlace {
  readonly action: ReportEntry["action"] | "refused" | "skipped";
  readonly code: string;
  readonly reason: string;
}

/** Says nothing about the words of what it stands for. */
const EMPTY = {
  action: "skipped",
  code: "no_message",
  reason: "the conversation says nothing that could be sent",
} as const;

export class ConversionReport {
  readonly #isJson: boolean;
  #file = "";
  #text = "";
  #isFirst = true;
  #written = 0;
  #isConverted = false;
  #skipped = 0;
  #invalid = 0;
  #empty = 0;
  #lossy = 0;

  /** `json` asks for one document in place of lines. */
  constructor(json: boolean) {
    this.#isJson = json;
    if (json) this.#text = '{"report":[';
  }

  /** Goes on with another file. */
  begin(file: string): void {
    this.#file = file;
  }

  /** How many conversations cannot be written, counting a damaged file as one more. */
  get failures(): number {
    return this.#invalid + this.#empty + this.#lossy;
  }

  /** One thing that is not as it was. */
  entry({ line, path }: StoredPlace, { action, code, reason }: ReportEntry): void {
    this.#tell({ line, path: shownPath(path), action, code, reason });
  }

  /** A conversation that cannot be converted, or a record that is not a conversation. */
  defect({ findings }: Defect): void {
    this.#invalid += 1;
    this.#refuse(findings);
  }

  /** A conversation of which nothing is left to be written, although all have to be. */
  empty({ findings }: Defect): void {
    this.#empty += 1;
    this.#refuse(findings);
  }

  /** The same where it is left out. */
  skip({ line, path }: StoredPlace): void {
    this.#skipped += 1;
    this.#tell({ line, path: shownPath(path), ...EMPTY });
  }

  /** A conversation that would not stay the same, although it has to. */
  countLossy(): void {
    this.#lossy += 1;
  }

  countWritten(): void {
    this.#written += 1;
  }

  /** All of it is where it should be. */
  countConverted(): void {
    this.#isConverted = true;
  }

  /** Why nothing is written, in words; undefined where everything is. */
  verdict(files: readonly string[], hint: string | undefined): string | undefined {
    if (this.failures === 0) return undefined;
    const reasons = [
      ...(this.#invalid > 0 ? [`${this.#invalid} invalid`] : []),
      ...(this.#empty > 0
        ? [`${groupedCount(this.#empty, "conversation")} without anything to send (--skip-empty leaves out such)`]
        : []),
      ...(this.#lossy > 0 ? [`${groupedCount(this.#lossy, "conversation")} would not stay the same`] : []),
    ];
    const [first = "", ...others] = files;
    const what = others.length === 0 ? `${visibleText(first)} is` : `${files.length} files are`;
    return `${what} not converted: ${reasons.join(", ")}${hint === undefined ? "" : `; ${hint}`}`;
  }

  /** Tells what there was in all, and what went wrong. */
  async end(error: string | undefined): Promise<void> {
    const [converted, skipped, invalid] = [this.#isConverted, this.#skipped, this.#invalid];
    const written = converted ? this.#written : 0;
    const counts = { written, skipped, invalid, empty: this.#empty, lossy: this.#lossy };
    if (this.#isJson) this.#text += `],${JSON.stringify({ converted, ...counts, error }).slice(1)}\n`;
    else if (skipped > 0) this.#text += `${groupedCount(skipped, "conversation")} left out, ${written} written\n`;
    await this.flush();
  }

  /** Writes what has been collected once it is worth a write. */
  async settle(): Promise<void> {
    if (this.#text.length >= BLOCK_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    clearProgress();
    if (text !== "") await writeTo(process.stderr, text);
  }

  #refuse(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const { line, path, code, rule, detail } = finding;
      if (this.#isJson) this.#document({ line, path, action: "refused", code, rule, detail });
      else this.#text += `${findingLine(visibleText(this.#file), finding)}\n`;
    }
  }

  #tell({ line, path, action, code, reason }: Told): void {
    if (this.#isJson) this.#document({ line, path, action, code, reason });
    else {
      const cells = [`${this.#file}:${line}`, path === "" ? "(record)" : path, action, code, reason];
      this.#text += `${cells.map(visibleText).join("  ")}\n`;
    }
  }

  #document(told: object): void {
    this.#text += `${this.#isFirst ? "" : ","}\n${JSON.stringify({ file: this.#file, ...told })}`;
    this.#isFirst = false;
  }
}

const NAME = /^[A-Za-z0-9_.:-]{1,64}$/;

/** Members of any name can be in what somebody else wrote: what is not a name is not shown. */
function shownPath(path: string): string {
  return path
    .split("/")
    .map((key) => (key === "" || NAME.test(key) ? key : "*"))
    .join("/");
}
