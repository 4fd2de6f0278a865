/** File references as the text that a model reads. */

import { fencedContent, inferLanguage, promptHeader } from "@parlance/builders/internal";
import type { FileReferenceData, FileReferenceMessage } from "@parlance/core";
import { chatMessageReader } from "@parlance/core/internal";
import type { ReportWriter } from "../../report/report-writer.js";
import type { PlacedMessage } from "../placed.js";

/** A file that was read is written with its path, and where lines were asked for with their numbers; of one that was not there is nothing to send. */
export function fileMessage(
  { data }: FileReferenceMessage,
  path: string,
  report: ReportWriter,
): PlacedMessage | undefined {
  const content = data.resolution.content;
  if (data.resolution.status !== "resolved" || content === undefined) {
    report.add("file_dropped", "dropped", path, "a file that was not read has no content to send");
    return undefined;
  }
  report.add("file_as_text", "rewritten", path, "a file goes to a model as text with its path");
  const message = chatMessageReader.parse({ role: "user", content: textOf(data, content) });
  return { message, path, content_path: `${path}/data/resolution/content` };
}

/** The content in a fence with its language, as the message or else the path says it, under a line with the path and the range of lines. */
function textOf({ path, start_line, end_line, resolution }: FileReferenceData, content: string): string {
  const { language = inferLanguage(path), is_truncated = false } = resolution;
  const file = { path, is_truncated };
  if (start_line === undefined && end_line === undefined)
    return `${promptHeader(file, undefined)}\n${fencedContent(content, language)}`;
  const start = start_line ?? 1;
  const { text, last } = numbered(content, start);
  // A content that was cut ends before the last line that was asked for.
  const end = is_truncated ? last : (end_line ?? last);
  return `${promptHeader(file, [start, end])}\n${fencedContent(text, language)}`;
}

/** Every line after its number and a tab, and the number of the last one. What follows a final line end is not a line. */
function numbered(content: string, start: number): { readonly text: string; readonly last: number } {
  if (content === "") return { text: "", last: start };
  let last = start;
  const text = `${last}\t${content.replace(/\n(?!$)/g, () => `\n${++last}\t`)}`;
  return { text, last };
}
