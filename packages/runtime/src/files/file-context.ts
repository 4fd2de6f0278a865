/** File contexts, with the factory that reads a disk. */

import { FileContext as FileContextOfText } from "@parlance/builders";
import * as core from "@parlance/core";
import { type Issue, ValidationError } from "@parlance/core";
import { issue, tell, typeName } from "@parlance/core/internal";
import type { FileOptions } from "./file-options.js";
import type { LineRange } from "./line-collector.js";
import { type ReadText, readText } from "./read-text.js";

export type FileContext = core.FileContext;

/** Which lines of the file, and how it is read. */
export interface ReadFileContextOptions extends FileOptions, LineRange {}

/**
 * A file, or some lines of it, with its content, size, language and time of its last change.
 *
 * @param path Absolute or relative to the workspace, without a segment `..`.
 * @returns Of lines that were cut short, `end_line` is the last one that is there.
 * @throws FileAccessError; ValidationError about the options; the signal's reason.
 */
async function fromFile(path: string, options: ReadFileContextOptions): Promise<FileContext> {
  const { start_line, end_line } = options;
  const issues = [...lineIssues("/start_line", start_line), ...lineIssues("/end_line", end_line)];
  if (issues.length > 0) throw new ValidationError(issues);
  const text = await readText(path, { start_line, end_line }, options);
  if (text.is_truncated) tell(options.logger, TRUNCATED);
  return core.FileContext.parse({
    path,
    content: text.content,
    ...(text.language === undefined ? {} : { language: text.language }),
    is_truncated: text.is_truncated,
    ...attachedLines(text, { start_line, end_line }),
    file_size_bytes: text.file_size_bytes,
    ...(text.last_modified === undefined ? {} : { last_modified: text.last_modified }),
  });
}

const TRUNCATED = {
  code: "file_truncated",
  path: "/content",
  message: "the content was cut to the size that the policy allows",
};

function lineIssues(path: string, line: unknown): readonly Issue[] {
  if (line === undefined || (Number.isSafeInteger(line) && (line as number) >= 1)) return [];
  const expected = "a whole number of at least 1";
  return [issue("wrong_type", path, expected, typeName(line))];
}

function attachedLines({ content, is_truncated }: ReadText, { start_line, end_line }: LineRange): LineRange {
  if (start_line === undefined && end_line === undefined) return {};
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
