/** Draws the transcript mix of one result as a bar chart in SVG, readable on light and dark pages. */
import type { SuiteResult } from "../suites/suite.js";

const WIDTH = 760;
const LABEL_WIDTH = 300;
const BAR_HEIGHT = 20;
const GAP = 8;
const TOP = 44;

export function chartOf(result: SuiteResult, column: string): string {
  const index = result.columns.indexOf(column);
  const bars = result.rows
    .flatMap(({ name, cells }) => (cells[index] === undefined ? [] : [{ name, value: cells[index] }]))
    .sort((a, b) => a.value - b.value);
  const longest = Math.max(...bars.map((bar) => bar.value));
  const height = TOP + bars.length * (BAR_HEIGHT + GAP) + GAP;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>${escaped(`${result.title}: ${column}, 1.00 is ${result.unit}; shorter is faster`)}</title>`,
    `<style>text{font:13px system-ui,sans-serif;fill:#57606a}.name{text-anchor:end}.head{font-weight:600}.bar{fill:#8c959f}.ours{fill:#1f6feb}</style>`,
    `<text class="head" x="12" y="24">${escaped(`${result.title}, ${column}: 1.00 is ${result.unit}; shorter is faster`)}</text>`,
    ...bars.map((bar, row) => barOf(bar, row, longest)),
    "</svg>\n",
  ].join("\n");
}

function barOf(bar: { name: string; value: number }, row: number, longest: number): string {
  const y = TOP + row * (BAR_HEIGHT + GAP);
  const width = Math.round((bar.value / longest) * (WIDTH - LABEL_WIDTH - 80));
  const kind = bar.name.startsWith("parlance") ? "ours" : "bar";
  const middle = y + BAR_HEIGHT - 5;
  return (
    `<text class="name" x="${LABEL_WIDTH}" y="${middle}">${escaped(bar.name)}</text>` +
    `<rect class="${kind}" x="${LABEL_WIDTH + 10}" y="${y}" width="${width}" height="${BAR_HEIGHT}" rx="3"/>` +
    `<text x="${LABEL_WIDTH + 18 + width}" y="${middle}">${bar.value.toFixed(2)}</text>`
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
