/** File references as the text that a model reads. */

import { ChatMessage, FileContext } from "@parlance/builders";
import type { FileReferenceData, FileReferenceMessage } from "@parlance/core";
import type { PlacedMessage } from "../placed.js";
import type { ReportWriter } from "../report-writer.js";

/** A file that was read is written with its path and lines; of one that was not there is nothing to send. */
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
  return { message, path, content_path: `${path}/data/resolution/content`, call_paths: [] };
}

function fileOf({ path, start_line, end_line, resolution }: FileReferenceData, content: string): FileContext {
  const language = resolution.language ?? FileContext.inferLanguage(path);
  return {
    path,
    content,
    ...(language === undefined ? {} : { language }),
    ...(start_line === undefined ? {} : { start_line }),
    ...(end_line === undefined ? {} : { end_line }),
    is_truncated: resolution.is_truncated ?? false,
    file_size_bytes: resolution.file_size_bytes ?? 0,
  };
}
