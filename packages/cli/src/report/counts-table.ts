/** The table of what a history holds: a row for each type, as many columns as the terminal has room for. */

import { type Column, table, tableWidth } from "../terminal/table.js";
import { clipText } from "../terminal/visible.js";
import { OTHER_VERSION, type TypeCounts, totalOfType } from "./tally.js";

/** A column of counts. */
interface Counts {
  readonly title: string;
  readonly of: (row: TypeCounts) => number;
}

const UNKNOWN: Counts = { title: "unknown", of: ({ unknown }) => unknown };
const INVALID: Counts = { title: "invalid", of: ({ invalid }) => invalid };
const TOTAL: Counts = { title: "total", of: totalOfType };
const KNOWN: Counts = { title: "valid", of: (row) => totalOfType(row) - row.unknown - row.invalid };
/** A type may be cut to this width, so that its counts can be seen. */
const MIN_TYPE_WIDTH = 8;

/** The lines of the table, the titles first. What is invalid is the last to go: the type gets shorter before it does. */
export function countsTable(rows: readonly TypeCounts[], width: number): readonly string[] {
  const versions = [...new Set(rows.flatMap((row) => [...row.versions.keys()]))].sort(byVersion);
  const named = (prefix: string): Counts[] =>
    versions.map((version) => ({ title: `${prefix}${version}`, of: (row) => row.versions.get(version) ?? 0 }));
  const layouts = [
    [...named("version "), UNKNOWN, INVALID, TOTAL],
    [...named("v"), UNKNOWN, INVALID, TOTAL],
    [...named("v"), UNKNOWN, INVALID],
    [KNOWN, UNKNOWN, INVALID],
    [INVALID],
  ];
  const fits = (typeWidth: number) => (layout: readonly Counts[]) => widthOf(layout, rows, typeWidth) <= width;
  const layout = layouts.find(fits(Number.POSITIVE_INFINITY)) ?? layouts.find(fits(MIN_TYPE_WIDTH)) ?? [INVALID];
  return linesOf(layout, rows, width);
}

function widthOf(layout: readonly Counts[], rows: readonly TypeCounts[], typeWidth: number): number {
  return tableWidth(columnsOf(layout), cellsOf(layout, rows, typeWidth));
}

function linesOf(layout: readonly Counts[], rows: readonly TypeCounts[], width: number): readonly string[] {
  const excess = Math.max(0, widthOf(layout, rows, Number.POSITIVE_INFINITY) - width);
  const longest = Math.max(4, ...rows.map(({ type }) => type.length));
  return table(columnsOf(layout), cellsOf(layout, rows, longest - excess), width);
}

function columnsOf(layout: readonly Counts[]): readonly Column[] {
  return [{ title: "type", align: "left" }, ...layout.map(({ title }): Column => ({ title, align: "right" }))];
}

function cellsOf(layout: readonly Counts[], rows: readonly TypeCounts[], typeWidth: number): readonly string[][] {
  return rows.map((row) => [clipText(row.type, typeWidth), ...layout.map(({ of }) => cell(of(row)))]);
}

function byVersion(a: number | typeof OTHER_VERSION, b: number | typeof OTHER_VERSION): number {
  if (a === OTHER_VERSION) return 1;
  return b === OTHER_VERSION ? -1 : a - b;
}

function cell(amount: number): string {
  return amount === 0 ? "-" : String(amount);
}
