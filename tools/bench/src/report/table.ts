/** Writes results as Markdown tables. */
import type { SuiteResult } from "../suites/suite.js";

export function tableOf(result: SuiteResult): string {
  const head = [`| ${result.title} |`, ...result.columns.map((column) => ` ${column.replaceAll("_", " ")} |`)].join("");
  const rule = `|---|${result.columns.map(() => "---:|").join("")}`;
  const rows = result.rows.map(
    ({ name, cells }) => `| ${name} |${cells.map((cell) => ` ${formatted(cell, result.digits)} |`).join("")}`,
  );
  const notes = result.notes === undefined ? "" : `${result.notes}\n\n`;
  return `## ${result.title}\n\n1.00 is ${result.unit}.\n\n${notes}${[head, rule, ...rows].join("\n")}\n`;
}

function formatted(cell: number | undefined, digits: number): string {
  if (cell === undefined) return "";
  return cell >= 100 ? cell.toFixed(0) : cell.toFixed(digits);
}
