/** What a migration did, counted while it runs and told on standard error when it has ended. */

import type { ReadOutcome } from "../input/read.js";
import type { RewriteNames, RewriteOutcome } from "../output/rewrite-file.js";
import { type Paint, paintFor } from "../terminal/paint.js";
import { byteSize, groupedCount } from "../terminal/quantity.js";
import { visibleText } from "../terminal/visible.js";
import type { Accepted, Defect } from "./verdict.js";
import { findingLine, formatName } from "./words.js";

/** How often a note was made, and where it was made first. */
interface Occurrences {
  amount: number;
  readonly line: number;
  readonly path: string;
}

/** An amount, and what there is that many of. */
type Row = readonly [amount: number, text: string];

/** Lines up with the text of a row. */
const INDENT = " ".repeat(11);

/** So many broken records are named one by one; `parlance validate` names them all. */
const MAX_NAMED = 10;

export class MigrationSummary {
  readonly #to: number;
  #names: RewriteNames = { input: "", output: "", rejects: undefined };
  readonly #changed = new Map<number, number>();
  readonly #notes = new Map<string, Occurrences>();
  readonly #warnings = new Map<string, Occurrences>();
  readonly #defects: Defect[] = [];
  readonly #damages: Defect[] = [];
  #records = 0;
  #unchanged = 0;
  #unknown = 0;
  #invalid = 0;
  #damaged = 0;

  /** `to` is the version of the contract that is written. */
  constructor(to: number) {
    this.#to = to;
  }

  /** Names the files, once they are open. */
  begin(names: RewriteNames): void {
    this.#names = names;
  }

  /** Whether no record is broken, nor the file as a whole. */
  get isGood(): boolean {
    return this.#invalid + this.#damaged === 0;
  }

  accept(result: Accepted, line: number): void {
    this.#records += 1;
    if (result.state === "migrated") this.#changed.set(result.version, (this.#changed.get(result.version) ?? 0) + 1);
    else if (result.state === "unknown") this.#unknown += 1;
    else this.#unchanged += 1;
    for (const note of result.notes) remember(this.#notes, note.code, note.path, line);
    for (const warning of result.warnings) remember(this.#warnings, warning.code, warning.path, line);
  }

  refuse(defect: Defect): void {
    this.#records += 1;
    this.#invalid += 1;
    if (this.#defects.length < MAX_NAMED) this.#defects.push(defect);
  }

  /** The file as a whole is damaged. */
  damaged(defect: Defect): void {
    this.#damaged += 1;
    if (this.#damages.length < MAX_NAMED) this.#damages.push(defect);
  }

  /** Writes why there is nothing to sum up, where that belongs into the document. */
  async fail(error: string, json: boolean): Promise<void> {
    if (json) process.stderr.write(`${JSON.stringify({ ...this.#names, version: this.#to, error })}\n`);
  }

  /** Writes it to standard error: for people, or as one JSON document. */
  print(outcome: RewriteOutcome, json: boolean): void {
    if (json) process.stderr.write(`${JSON.stringify(this.#document(outcome))}\n`);
    else this.#printText(outcome);
  }

  #document({ format, bytes: size, hint, late }: RewriteOutcome): object {
    return {
      ...this.#names,
      version: this.#to,
      format,
      bytes: size,
      late_bytes: late,
      records: this.#records,
      changed: Object.fromEntries(this.#changed),
      unchanged: this.#unchanged,
      unknown: this.#unknown,
      invalid: this.#invalid,
      notes: occurrenceList(this.#notes),
      warnings: occurrenceList(this.#warnings),
      first_invalid: this.#defects.map(shownDefect),
      damaged: this.#damaged,
      first_damaged: this.#damages.map(shownDefect),
      hint,
    };
  }

  #printText(outcome: RewriteOutcome): void {
    const paint = paintFor(process.stderr);
    const { input: from, output } = this.#names;
    const size = `${formatName(outcome.format, this.#records)}, ${groupedCount(this.#records, "record")}, ${byteSize(outcome.bytes)}`;
    const lines = [
      `${paint.bold(`${visibleText(from)} -> ${visibleText(output)}`)}  ${paint.dim(size)}`,
      ...this.#changes(paint, this.#to),
      ...occurrenceRows("noted as lossy", this.#notes).map((row) => amountLine(paint.yellow, row)),
      ...occurrenceRows("warned of", this.#warnings).map((row) => amountLine(paint.yellow, row)),
      ...this.#invalidLines(paint, outcome),
      ...this.#damageLines(paint),
      ...(outcome.late > 0
        ? [
            `  ${byteSize(outcome.late)} appended at the last moment are kept at the end, as they were; a program that has the old file open must open it again`,
          ]
        : []),
    ];
    process.stderr.write(`${lines.join("\n")}\n`);
  }

  #changes(paint: Paint, to: number): string[] {
    const rows: Row[] = [...this.#changed]
      .sort(([a], [b]) => a - b)
      .map(([version, amount]) => [amount, `changed from version ${version} to version ${to}`]);
    if (rows.length > 0 && this.#notes.size === 0) rows.push([0, "noted as lossy"]);
    if (this.#unchanged > 0) rows.push([this.#unchanged, "unchanged, byte for byte"]);
    if (this.#unknown > 0) rows.push([this.#unknown, "unknown to this version of parlance, kept as they are"]);
    if (rows.length === 0 && this.isGood) return ["  nothing to change"];
    return rows.map((row) => amountLine(paint.green, row));
  }

  #invalidLines(paint: Paint, outcome: ReadOutcome): string[] {
    if (this.#invalid === 0) return [];
    const { input: from, rejects } = this.#names;
    const fate =
      rejects === undefined ? "kept in place, as they were" : `kept in ${visibleText(rejects)}, with the reason`;
    return [
      amountLine(paint.red, [this.#invalid, `invalid, ${fate}:`]),
      ...namedLines(from, this.#defects, this.#invalid),
      ...(outcome.hint === undefined ? [] : [`  hint: ${outcome.hint}`]),
    ];
  }

  /** Brackets and commas are not a record, and go nowhere else: they are written anew where records are taken out. */
  #damageLines(paint: Paint): string[] {
    if (this.#damaged === 0) return [];
    const { input: from, output, rejects } = this.#names;
    const fate = rejects === undefined ? "kept as it was" : `mended in ${visibleText(output)}`;
    return [
      amountLine(paint.red, [this.#damaged, `damage to the array itself, ${fate}:`]),
      ...namedLines(from, this.#damages, this.#damaged),
    ];
  }
}

function shownDefect({ code, findings }: Defect): object {
  return { line: findings[0]?.line, code, issues: findings };
}

function namedLines(file: string, defects: readonly Defect[], amount: number): readonly string[] {
  const named = defects.flatMap((defect) => defect.findings.slice(0, 1));
  const more = amount - defects.length;
  return [
    ...named.map((finding) => `${INDENT}${findingLine(visibleText(file), finding)}`),
    ...(more > 0 ? [`${INDENT}and ${more} more; "parlance validate" names them all`] : []),
  ];
}

function occurrenceList(occurrences: ReadonlyMap<string, Occurrences>): readonly object[] {
  return [...occurrences].map(([code, { amount, line, path }]) => ({ code, count: amount, line, path }));
}

function remember(into: Map<string, Occurrences>, code: string, path: string, line: number): void {
  const present = into.get(code);
  if (present !== undefined) present.amount += 1;
  else into.set(code, { amount: 1, line, path });
}

function occurrenceRows(what: string, occurrences: ReadonlyMap<string, Occurrences>): Row[] {
  return [...occurrences].map(([code, { amount, line, path }]) => [
    amount,
    `${what}: ${code}, first on line ${line}${path === "" ? "" : ` at ${visibleText(path)}`}`,
  ]);
}

function amountLine(paint: (text: string) => string, [amount, text]: Row): string {
  return `  ${paint(String(amount).padStart(7))}  ${text}`;
}
