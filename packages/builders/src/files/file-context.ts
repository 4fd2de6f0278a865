/** File contexts: a file, or some lines of it, attached to a request with its content. Nothing here reads a disk. */

import type { Issue, Timestamp } from "@parlance/core";
import * as core from "@parlance/core";
import { rangeIssues } from "@parlance/core/internal";
import { extendCompanion } from "../shared/companion.js";
import { constructOwn } from "../shared/construct.js";
import { countedCharacters, countedNoun, type Describe, describer, type Fact, shownId } from "../shared/describe.js";
import { optionsOf } from "../shared/options.js";
import { utf8Length } from "../shared/utf8.js";
import { extensionOf, fileNameOf } from "./file-name.js";
import { inferLanguage } from "./language.js";
import { fencedContent, promptHeader } from "./prompt.js";

export type FileContext = core.FileContext;

export interface FileContextOptions {
  /**
   * The language's id as in a code fence.
   * @defaultValue what `inferLanguage` tells from the path
   */
  readonly language?: string | null | undefined;
  /** When the file last changed. */
  readonly last_modified?: Timestamp | null | undefined;
}

/**
 * A whole file, or text that is in no file. Its size is that of the content in UTF-8.
 *
 * @param path Absolute or relative to the workspace, without a segment `..`.
 * @throws ValidationError
 */
function fromContent(path: string, content: string, options?: FileContextOptions): FileContext {
  return make(path, content, undefined, bytesOf(content), options, []);
}

/**
 * Some lines of a file.
 *
 * @param startLine The first line, counted from 1.
 * @param endLine The last line, itself included.
 * @param totalFileSize The size of the whole file in bytes, in whatever encoding it has.
 * @throws ValidationError, also with the code `end_before_start`.
 */
function fromExcerpt(
  path: string,
  content: string,
  startLine: number,
  endLine: number,
  totalFileSize: number,
  options?: FileContextOptions,
): FileContext {
  const lines = { start_line: startLine, end_line: endLine };
  return make(path, content, lines, totalFileSize, options, rangeIssues(lines));
}

function make(
  path: string,
  content: string,
  lines: { readonly start_line: number; readonly end_line: number } | undefined,
  size: number,
  options: FileContextOptions | undefined,
  found: readonly Issue[],
): FileContext {
  const given = optionsOf(options);
  const language = given?.language ?? languageOf(path);
  const modified = given?.last_modified ?? undefined;
  const draft = {
    path,
    content,
    ...(language !== undefined && { language }),
    is_truncated: false,
    ...lines,
    file_size_bytes: size,
    ...(modified !== undefined && { last_modified: modified }),
  };
  return constructOwn(core.FileContext, draft, found);
}

/** The schema tells what is wrong with a path or a content that is not text. */
function languageOf(path: unknown): string | undefined {
  return typeof path === "string" ? inferLanguage(path) : undefined;
}

function bytesOf(content: unknown): number {
  return typeof content === "string" ? utf8Length(content) : 0;
}

/** The last segment of the path, whichever way its slashes lean; empty when it ends in one. */
function fileName(file: FileContext): string {
  return fileNameOf(file.path);
}

/** What follows the last dot of the file name: "ts", "gitignore" of ".gitignore", empty when there is none. */
function extension(file: FileContext): string {
  return extensionOf(file.path);
}

/** Whether this is an excerpt: the first or the last line is given. */
function isPartial(file: FileContext): boolean {
  return file.start_line !== undefined || file.end_line !== undefined;
}

/** The lines of the attached content. A final line end starts no further line; an empty content has none. */
function lineCount({ content }: FileContext): number {
  if (content === "") return 0;
  let count = content.endsWith("\n") ? 0 : 1;
  for (let at = content.indexOf("\n"); at >= 0; at = content.indexOf("\n", at + 1)) count++;
  return count;
}

/** The length of the attached content in UTF-16 code units. */
function contentLength(file: FileContext): number {
  return file.content.length;
}

/** A rough guess: four characters a token. */
function estimatedTokens(file: FileContext): number {
  return Math.floor(file.content.length / 4);
}

/**
 * The file as a model reads it: a header with path and lines, then the content in a code fence longer than any in it. Both
 * ends of a range are printed; one that is not given is the start of the file, or where the content ends.
 */
function toPromptFormat(file: FileContext): string {
  return `${promptHeader(file, linesOf(file))}\n${fencedContent(file.content, file.language)}`;
}

function linesOf(file: FileContext): readonly [number, number] | undefined {
  if (!isPartial(file)) return undefined;
  const start = file.start_line ?? 1;
  return [start, file.end_line ?? Math.max(start, start + lineCount(file) - 1)];
}

/** `FileContext(total.ts, typescript, 12 lines, 340 characters)`; the language only where the path tells it, since a caller may write anything. */
const describe: Describe<FileContext> = /* @__PURE__ */ describer("FileContext", factsOf, ({ content }) => content);

function factsOf(file: FileContext): readonly Fact[] {
  return [
    fileName(file) !== "" && shownId(fileName(file)),
    file.language === inferLanguage(file.path) && file.language,
    countedNoun(lineCount(file), "line"),
    isPartial(file) && "partial",
    file.is_truncated && "truncated",
    countedCharacters(file.content),
  ];
}

export const FileContext: core.Companion<FileContext> & {
  readonly fromContent: typeof fromContent;
  readonly fromExcerpt: typeof fromExcerpt;
  readonly fileName: typeof fileName;
  readonly extension: typeof extension;
  readonly isPartial: typeof isPartial;
  readonly lineCount: typeof lineCount;
  readonly contentLength: typeof contentLength;
  readonly estimatedTokens: typeof estimatedTokens;
  readonly inferLanguage: typeof inferLanguage;
  readonly toPromptFormat: typeof toPromptFormat;
  readonly describe: Describe<FileContext>;
} = /* @__PURE__ */ extendCompanion(core.FileContext, {
  fromContent,
  fromExcerpt,
  fileName,
  extension,
  isPartial,
  lineCount,
  contentLength,
  estimatedTokens,
  inferLanguage,
  toPromptFormat,
  describe,
});
