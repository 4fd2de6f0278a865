/** Some lines of a text that arrives in pieces, without keeping the others. */

import { FileAccessError } from "./file-access-error.js";

/** Lines counted from 1, the last one included; absent means from the start, to the end. */
export interface LineRange {
  readonly start_line?: number | undefined;
  readonly end_line?: number | undefined;
}

/** The lines that are collected. */
export interface WantedLines extends LineRange {
  /** How many of them at most. */
  readonly max_lines?: number | undefined;
}

export interface CollectedLines {
  /** The lines as they are in the text, with their line breaks. */
  readonly content: string;
  /** How many lines the whole text has; a final line break does not begin another. */
  readonly line_count: number;
  /** Whether more lines were wanted than the content has, or more of a line. */
  readonly is_truncated: boolean;
  /** Whether it was too large: then it was cut after a line, or within the first one where that is too long by itself. */
  readonly is_too_large: boolean;
}

export interface LineCollector {
  write(text: string): void;
  /** @throws FileAccessError `bad_range` with the number of lines, when the text does not have the lines. */
  end(): CollectedLines;
}

/** @param maxBytes How much is kept at most, in UTF-8. */
export function createLineCollector(
  { start_line, end_line, max_lines = Number.POSITIVE_INFINITY }: WantedLines,
  maxBytes: number,
): LineCollector {
  const firstLine = start_line ?? 1;
  const lastLine = Math.min(end_line ?? Number.POSITIVE_INFINITY, firstLine + max_lines - 1);
  const kept: string[] = [];
  let keptBytes = 0;
  let lineBreaks = 0;
  let isInLine = false;

  /** The part of a piece that is within the lines. */
  const wanted = (text: string): string => {
    let from = lineBreaks + 1 >= firstLine ? 0 : text.length;
    let to = lineBreaks + 1 > lastLine ? 0 : text.length;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
      lineBreaks++;
      if (lineBreaks + 1 === firstLine) from = at + 1;
      if (lineBreaks === lastLine) to = at + 1;
    }
    return text.slice(from, to);
  };

  return {
    write(text) {
      if (text === "") return;
      isInLine = !text.endsWith("\n");
      const part = wanted(text);
      if (part === "" || keptBytes > maxBytes) return;
      kept.push(part);
      keptBytes += Buffer.byteLength(part);
    },
    end() {
      const line_count = lineBreaks + (isInLine ? 1 : 0);
      if ((start_line ?? 0) > line_count || (end_line ?? 0) > line_count || lastLine < firstLine)
        throw new FileAccessError("bad_range", { line_count });
      const content = kept.join("");
      const is_too_large = keptBytes > maxBytes;
      const is_truncated = is_too_large || lastLine < (end_line ?? line_count);
      return { content: is_too_large ? cut(content, maxBytes) : content, line_count, is_truncated, is_too_large };
    },
  };
}

/** The lines that fit, or the characters where not even one line does. */
function cut(content: string, maxBytes: number): string {
  const bytes = Buffer.from(content);
  const lineBreak = bytes.lastIndexOf(0x0a, maxBytes - 1);
  let end = lineBreak >= 0 ? lineBreak + 1 : maxBytes;
  while (isWithinCharacter(bytes[end])) end--;
  return bytes.toString("utf8", 0, end);
}

function isWithinCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
