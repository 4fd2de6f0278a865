/** File references as the text that a model reads. */

import { ChatMessage, FileContext } from "@parlance/builders";
import type { FileReferenceData, FileReferenceMessage } from "@parlance/core";
import type { PlacedMessage } from "../placed.js";
import type { ReportWriter } from "../report-writer.js";

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
  const message = ChatMessage.createUser(FileContext.toPromptFormat(fileOf(data, content)));
  return { message, path, content_path: `${path}/data/resolution/content` };
}

function fileOf({ path, start_line, end_line, resolution }: FileReferenceData, content: string): FileContext {
  const language = resolution.language ?? FileContext.inferLanguage(path);
  const is_truncated = resolution.is_truncated ?? false;
  const file: FileContext = {
    path,
    content,
    ...(language === undefined ? {} : { language }),
    is_truncated,
    file_size_bytes: resolution.file_size_bytes ?? 0,
  };
  if (start_line === undefined && end_line === undefined) return file;
  const start = start_line ?? 1;
  return {
    ...file,
    content: numbered(content, start),
    start_line: start,
    // A content that was cut ends before the last line that was asked for.
    ...(end_line === undefined || is_truncated ? {} : { end_line }),
  };
}

/** Every line after its number and a tab. What follows a final line end is not a line. */
function numbered(content: string, start: number): string {
  if (content === "") return "";
  let line = start;
  return `${line}\t${content.replace(/\n(?!$)/g, () => `\n${++line}\t`)}`;
}
