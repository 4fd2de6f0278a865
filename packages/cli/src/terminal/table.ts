/** Plain text tables: columns as wide as their widest cell, lines no wider than the terminal. */

import { clipText } from "./visible.js";

export interface Column {
  readonly title: string;
  readonly align: "left" | "right";
}

/** The lines of a table, the titles first. Cells must be {@link visible} text already. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string[] {
  const titles = columns.map((column) => column.title);
  const widths = columns.map((_, index) => Math.max(...[titles, ...rows].map((row) => row[index]?.length ?? 0)));
  return [titles, ...rows].map((row) => clipText(tableLine(columns, row, widths), width));
}

/** How wide a table is as a whole. */
export function tableWidth(columns: readonly Column[], rows: readonly (readonly string[])[]): number {
  return Math.max(0, ...table(columns, rows, Number.POSITIVE_INFINITY).map((line) => line.length));
}

/** One line of a table whose column widths are known; longer cells are cut. */
export function tableLine(columns: readonly Column[], row: readonly string[], widths: readonly number[]): string {
  const cells = columns.map((column, index) => {
    const cellWidth = widths[index] ?? 0;
    const cell = clipText(row[index] ?? "", cellWidth);
    return column.align === "left" ? cell.padEnd(cellWidth) : cell.padStart(cellWidth);
  });
  return cells.join("  ").trimEnd();
}

/** How wide a line may be: the terminal's width, or unlimited where the output is not a terminal. */
export function lineWidth(stream: { readonly isTTY?: boolean; readonly columns?: number }): number {
  return stream.isTTY === true && stream.columns ? stream.columns : Number.POSITIVE_INFINITY;
}
