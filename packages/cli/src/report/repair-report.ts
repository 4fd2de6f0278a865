/** What a repair changed, told on standard error while it runs and summed up at its end: lines, or one JSON document. */

import type { HistoryRepairCode, RepairChange } from "@parlance/builders";
import type { RewriteNames, RewriteOutcome } from "../output/rewrite-file.js";
import { writeTo } from "../terminal/printer.js";
import { clearProgress } from "../terminal/progress.js";
import { byteSize, groupedCount } from "../terminal/quantity.js";
import { visibleText } from "../terminal/visible.js";
import type { Defect } from "./verdict.js";
import { findingLine } from "./words.js";

const BLOCK_CHARACTERS = 65_536;

export class RepairReport {
  readonly #isJson: boolean;
  readonly #isDryRun: boolean;
  #names: RewriteNames = { input: "", output: "", rejects: undefined };
  #text = "";
  #isFirst = true;
  #histories = 0;
  #repaired = 0;
  #kept = 0;
  #others = 0;
  #invalid = 0;
  #damaged = 0;

  constructor(json: boolean, dryRun: boolean) {
    this.#isJson = json;
    this.#isDryRun = dryRun;
    if (json) this.#text = '{"report":[';
  }

  /** Names the files, once they are open. */
  begin(names: RewriteNames): void {
    this.#names = names;
  }

  /** Whether everything could be repaired, and there was something that could have needed it. */
  get isGood(): boolean {
    return this.#invalid + this.#damaged + this.#kept === 0 && !this.#isForeign;
  }

  /**
   * A history and what was changed in it.
   * @param isKept It stays as it is, since something would be lost.
   */
  history(line: number, changes: readonly RepairChange<HistoryRepairCode>[], isKept: boolean): void {
    this.#histories += 1;
    if (isKept) this.#kept += 1;
    else if (changes.length > 0) this.#repaired += 1;
    for (const { code, path, message } of changes) {
      if (this.#isJson) this.#document({ line, path, code, reason: message, done: !isKept && !this.#isDryRun });
      else this.#text += `${visibleText(this.#names.input)}:${line}  ${path}  ${code}  ${message}\n`;
    }
  }

  /** A record that is broken. */
  refuse(defect: Defect): void {
    this.#invalid += 1;
    this.#name(defect);
  }

  /** The file as a whole is damaged. */
  damaged(defect: Defect): void {
    this.#damaged += 1;
    this.#name(defect);
  }

  #name({ findings }: Defect): void {
    for (const finding of findings) {
      const { line, path, code, rule, detail } = finding;
      if (this.#isJson) this.#document({ line, path, code, rule, detail, done: false });
      else this.#text += `${findingLine(visibleText(this.#names.input), finding)}\n`;
    }
  }

  /** A valid record that is not a history. */
  countOther(): void {
    this.#others += 1;
  }

  /** Writes what has been collected once it is worth a write. */
  async settle(): Promise<void> {
    if (this.#text.length >= BLOCK_CHARACTERS) await this.#flush();
  }

  /** Writes the rest and the sum. */
  async print({ late, hint }: RewriteOutcome): Promise<void> {
    this.#text += this.#isJson ? this.#counts(late, hint) : `${this.#summary(late, hint).join("\n")}\n`;
    await this.#flush();
  }

  /** Writes the rest, and why there is no sum, where that belongs into the document. */
  async fail(error: string): Promise<void> {
    if (!this.#isJson) return;
    this.#text += `],${JSON.stringify({ ...this.#names, dry_run: this.#isDryRun, error }).slice(1)}\n`;
    await this.#flush();
  }

  get #isForeign(): boolean {
    return this.#histories === 0 && this.#others > 0;
  }

  #counts(late: number, hint: string | undefined): string {
    const [histories, repaired, kept] = [this.#histories, this.#repaired, this.#kept];
    const counts = {
      histories,
      repaired,
      kept,
      other_records: this.#others,
      invalid: this.#invalid,
      damaged: this.#damaged,
    };
    const about = { ...this.#names, dry_run: this.#isDryRun, ...counts, late_bytes: late, hint };
    return `],${JSON.stringify(about).slice(1)}\n`;
  }

  #summary(late: number, hint: string | undefined): readonly string[] {
    const { input, output, rejects } = this.#names;
    const rows: (readonly [number, string])[] = [
      [this.#repaired, this.#isDryRun ? "to be repaired" : "repaired"],
      [this.#histories - this.#repaired - this.#kept, "in order, unchanged"],
      [this.#kept, "kept as they were, since results would be lost; --rejects FILE keeps those"],
      [this.#others, "not histories, kept as they are"],
      [this.#invalid, "invalid, kept as they were"],
      [this.#damaged, `damage to the array itself, ${rejects === undefined ? "kept as it was" : "mended"}`],
    ];
    return [
      `${visibleText(input)}${this.#isDryRun ? "" : ` -> ${visibleText(output)}`}  ${groupedCount(this.#histories, "history", "histories")}`,
      ...rows.filter(([amount]) => amount > 0).map(([amount, text]) => `  ${String(amount).padStart(7)}  ${text}`),
      ...(this.#isForeign ? ['  "parlance import --as history" makes histories of what was sent to a model'] : []),
      ...(hint === undefined || this.#invalid === 0 ? [] : [`  hint: ${hint}`]),
      ...(late > 0 ? [`  ${byteSize(late)} appended at the last moment are kept at the end, as they were`] : []),
    ];
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    clearProgress();
    if (text !== "") await writeTo(process.stderr, text);
  }

  #document(told: object): void {
    this.#text += `${this.#isFirst ? "" : ","}\n${JSON.stringify(told)}`;
    this.#isFirst = false;
  }
}
