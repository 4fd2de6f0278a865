/** File contexts, with the factory that reads a disk. */

import { FileContext as FileContextOfText } from "@parlance/builders";
import * as core from "@parlance/core";
import { tell } from "@parlance/core/internal";
import { checkSettings, optionalWholeRule, readSettings } from "../shared/settings.js";
import type { FileOptions } from "./file-options.js";
import type { LineRange, WantedLines } from "./line-collector.js";
import { type ReadText, readFileText } from "./read-text.js";

export type FileContext = core.FileContext;

/** Which lines of the file, and how it is read. */
export interface ReadFileContextOptions extends FileOptions, LineRange {
  /**
   * How many lines are attached at most; where there are more, `is_truncated` says so, and `end_line` is the last one that is there.
   * @defaultValue all of them
   */
  readonly max_lines?: number | undefined;
}

/**
 * A file, or some lines of it, with its content, size, language and time of its last change.
 *
 * @param path Absolute or relative to the workspace, without a segment `..`.
 * @returns Of lines that were cut short, `end_line` is the last one that is there.
 * @throws FileAccessError; ValidationError about the options; the signal's reason.
 */
async function fromFile(path: string, options: ReadFileContextOptions): Promise<FileContext> {
  const wanted = readSettings(options, wantedLines);
  const text = await readFileText(path, wanted, options);
  if (text.is_too_large) tell(options.logger, TRUNCATED);
  return core.FileContext.parse({
    path,
    content: text.content,
    ...(text.language === undefined ? {} : { language: text.language }),
    is_truncated: text.is_truncated,
    ...attachedLines(text, wanted),
    file_size_bytes: text.file_size_bytes,
    ...(text.last_modified === undefined ? {} : { last_modified: text.last_modified }),
  });
}

function wantedLines({ start_line, end_line, max_lines }: ReadFileContextOptions): WantedLines {
  const wanted = { start_line, end_line, max_lines };
  checkSettings(Object.entries(wanted).map(([name, line]) => optionalWholeRule(`/${name}`, line)));
  return wanted;
}

const TRUNCATED = {
  code: "file_truncated",
  path: "/content",
  message: "the content was cut to the size that the policy allows",
};

function attachedLines(
  { content, is_truncated }: ReadText,
  { start_line, end_line, max_lines }: WantedLines,
): LineRange {
  const isWhole = start_line === undefined && end_line === undefined && (max_lines === undefined || !is_truncated);
  if (isWhole) return {};
  const start = start_line ?? 1;
  const end = is_truncated
    ? start + Math.max(1, FileContextOfText.lineCount({ content } as FileContext)) - 1
    : end_line;
  return { start_line: start, ...(end === undefined ? {} : { end_line: end }) };
}

export const FileContext: typeof FileContextOfText & { readonly fromFile: typeof fromFile } =
  /* @__PURE__ */ Object.freeze(
    Object.defineProperties(
      {},
      {
        ...Object.getOwnPropertyDescriptors(FileContextOfText),
        fromFile: { value: fromFile, enumerable: true },
      },
    ) as typeof FileContextOfText & { readonly fromFile: typeof fromFile },
  );
