/** Text selections: what is selected in an editor, and the same as the Language Server Protocol says it. */

import type { Issue } from "@parlance/core";
import * as core from "@parlance/core";
import { cursorIssues, issue, rangeIssues } from "@parlance/core/internal";
import { extendCompanion } from "../shared/companion.js";
import { constructOwn } from "../shared/construct.js";
import { countedCharacters, type Describe, describer } from "../shared/describe.js";
import { type LspRange, placesOfRange } from "./lsp.js";

export type TextSelection = core.TextSelection;

/**
 * A cursor: nothing is selected. Lines and columns are counted from 1, columns in UTF-16 code units.
 *
 * @throws ValidationError
 */
function cursor(line: number, column: number): TextSelection {
  return selection(line, column, line, column, "", []);
}

/**
 * A selection within one line.
 *
 * @param endColumn The column just after the last selected character.
 * @param text What is selected, without a line break.
 * @throws ValidationError, also with the codes `end_before_start`, `cursor_with_text` and `line_break`.
 */
function singleLine(line: number, startColumn: number, endColumn: number, text: string): TextSelection {
  return selection(line, startColumn, line, endColumn, text, lineBreakIssues(text));
}

/**
 * A selection over several lines.
 *
 * @param endLine The last line of it, after the first.
 * @param endColumn The column just after the last selected character.
 * @param text What is selected, line breaks included.
 * @throws ValidationError, also with the codes `end_before_start` and `single_line`.
 */
function multiLine(
  startLine: number,
  startColumn: number,
  endLine: number,
  endColumn: number,
  text: string,
): TextSelection {
  const found =
    startLine === endLine ? [issue("single_line", "/end_line", "a line after the first one", "the same line")] : [];
  return selection(startLine, startColumn, endLine, endColumn, text, found);
}

/**
 * A selection from a range of the Language Server Protocol, whose positions are counted from 0 in UTF-16 code units.
 *
 * @param text What is selected; `""` for an empty range.
 * @throws ValidationError, also with the codes `end_before_start`, `cursor_with_text` and `line_break`.
 */
function fromLspRange(range: LspRange, text: string): TextSelection {
  const { start, end } = placesOfRange(range);
  const found = start.line === end.line ? lineBreakIssues(text) : [];
  return selection(start.line + 1, start.character + 1, end.line + 1, end.character + 1, text, found);
}

/**
 * The same place as a range of the Language Server Protocol; the text is not part of it. A stored selection may run backwards; a
 * range never does.
 */
function toLspRange(value: TextSelection): LspRange {
  const start = { line: value.start_line - 1, character: value.start_column - 1 };
  const end = { line: value.end_line - 1, character: value.end_column - 1 };
  const isBackwards = end.line < start.line || (end.line === start.line && end.character < start.character);
  return isBackwards ? { start: end, end: start } : { start, end };
}

function selection(
  startLine: number,
  startColumn: number,
  endLine: number,
  endColumn: number,
  text: string,
  found: readonly Issue[],
): TextSelection {
  const draft = {
    start_line: startLine,
    start_column: startColumn,
    end_line: endLine,
    end_column: endColumn,
    text,
  };
  return constructOwn(core.TextSelection, draft, [...selectionIssues(draft), ...found]);
}

/** Whether the places fit together, and the text to them. A field whose type is wrong is left to the schema. */
export function selectionIssues(value: { readonly [Name in keyof TextSelection]?: unknown }): readonly Issue[] {
  return [...rangeIssues(value), ...cursorIssues(value)];
}

function lineBreakIssues(text: string): readonly Issue[] {
  const hasBreak = typeof text === "string" && /[\n\r]/.test(text);
  return hasBreak ? [issue("line_break", "/text", "text of one line", "a line break")] : [];
}

/** Whether this is a cursor: start and end are the same place. */
function isEmpty(value: TextSelection): boolean {
  return value.start_line === value.end_line && value.start_column === value.end_column;
}

/** Whether it starts and ends in one line; a cursor does. */
function isSingleLine(value: TextSelection): boolean {
  return value.start_line === value.end_line;
}

function isMultiLine(value: TextSelection): boolean {
  return value.start_line !== value.end_line;
}

/** How many lines it touches, the first and the last included. */
function lineCount(value: TextSelection): number {
  return Math.abs(value.end_line - value.start_line) + 1;
}

/** The length of the selected text in UTF-16 code units, as columns are counted. */
function characterCount(value: TextSelection): number {
  return value.text.length;
}

/** `L3:C7` of a cursor, `L3:C7-C12` within a line, `L3:C7 - L5:C2` over several. */
function toRangeString(value: TextSelection): string {
  const start = `L${value.start_line}:C${value.start_column}`;
  if (isEmpty(value)) return start;
  return isSingleLine(value) ? `${start}-C${value.end_column}` : `${start} - L${value.end_line}:C${value.end_column}`;
}

/** `Cursor(L3:C7)`, `Selection(L3:C7-C12, 5 characters)` */
const describe: Describe<TextSelection> = /* @__PURE__ */ describer(
  (value) => (isEmpty(value) ? "Cursor" : "Selection"),
  (value) => [toRangeString(value), !isEmpty(value) && countedCharacters(value.text)],
  (value) => (isEmpty(value) ? undefined : value.text),
);

export const TextSelection: core.Companion<TextSelection> & {
  readonly cursor: typeof cursor;
  readonly singleLine: typeof singleLine;
  readonly multiLine: typeof multiLine;
  readonly fromLspRange: typeof fromLspRange;
  readonly toLspRange: typeof toLspRange;
  readonly isEmpty: typeof isEmpty;
  readonly isSingleLine: typeof isSingleLine;
  readonly isMultiLine: typeof isMultiLine;
  readonly lineCount: typeof lineCount;
  readonly characterCount: typeof characterCount;
  readonly toRangeString: typeof toRangeString;
  readonly describe: Describe<TextSelection>;
} = /* @__PURE__ */ extendCompanion(core.TextSelection, {
  cursor,
  singleLine,
  multiLine,
  fromLspRange,
  toLspRange,
  isEmpty,
  isSingleLine,
  isMultiLine,
  lineCount,
  characterCount,
  toRangeString,
  describe,
});
