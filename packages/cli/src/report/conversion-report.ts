/** What a conversion lost, changed or refused: a line each on standard error, by place and rule, never by content. */

import type { ReportEntry } from "@parlance/providers";
import type { Place } from "../conversion/stored-conversation.js";
import { writeTo } from "../terminal/printer.js";
import { clearProgress } from "../terminal/progress.js";
import { count } from "../terminal/quantity.js";
import { visible } from "../terminal/visible.js";
import type { Defect } from "./verdict.js";
import { findingLine } from "./words.js";

const BLOCK_CHARACTERS = 65_536;

export class ConversionReport {
  readonly #file: string;
  #text = "";
  #invalid = 0;
  #lossy = 0;

  constructor(file: string) {
    this.#file = visible(file);
  }

  /** How many conversations cannot be written, counting a damaged file as one more. */
  get failures(): number {
    return this.#invalid + this.#lossy;
  }

  /** One thing that is not as it was. */
  entry({ line, path }: Place, { action, code, reason }: ReportEntry): void {
    this.#line([`${this.#file}:${line}`, shownPath(path), action, code, reason]);
  }

  /** A conversation that cannot be converted, or a record that is none. */
  defect({ findings }: Defect): void {
    this.#invalid += 1;
    for (const finding of findings) this.#text += `${findingLine(this.#file, finding)}\n`;
  }

  /** A conversation that would not stay the same, although it has to. */
  countLossy(): void {
    this.#lossy += 1;
  }

  /** Why nothing is written. */
  verdict(hint: string | undefined): string {
    const reasons = [
      ...(this.#invalid > 0 ? [`${this.#invalid} invalid`] : []),
      ...(this.#lossy > 0 ? [`${count(this.#lossy, "conversation")} would not stay the same`] : []),
    ];
    return `${this.#file} is not converted: ${reasons.join(", ")}${hint === undefined ? "" : `; ${hint}`}`;
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

  #line(cells: readonly string[]): void {
    this.#text += `${cells.map(visible).join("  ")}\n`;
  }
}

const NAME = /^[A-Za-z0-9_.:-]{1,64}$/;

/** Members of any name can be in what somebody else wrote: what is no name is not shown. */
function shownPath(path: string): string {
  if (path === "") return "(record)";
  return path
    .split("/")
    .map((key) => (key === "" || NAME.test(key) ? key : "*"))
    .join("/");
}
