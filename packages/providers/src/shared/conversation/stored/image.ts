/** Image messages as what a model is shown: the image itself, or the text that was read from it. */

import type { ImageData, ImageMessage } from "@parlance/core";
import { chatMessageReader } from "@parlance/core/internal";
import type { ReportWriter } from "../../report/report-writer.js";
import type { PlacedMessage } from "../placed.js";
import { quotedContent } from "./as-text.js";

/** An image that is to be read by OCR, or was, is not shown to a model; one in a file cannot be. */
export function imageMessage({ data }: ImageMessage, path: string, report: ReportWriter): PlacedMessage | undefined {
  if (isToBeShown(data)) {
    const message = chatMessageReader.parse({ role: "user", content: [{ type: "image", source: data.source }] });
    return { message, path, content_path: path, part_paths: [`${path}/data/source`] };
  }
  const text = recognised(data);
  if (text === undefined) {
    report.add(
      "image_dropped",
      "dropped",
      path,
      "an image that cannot be shown to a model has no text that was read from it",
    );
    return undefined;
  }
  report.add("image_as_text", "rewritten", path, "the text that was read from an image stands for it");
  return {
    message: chatMessageReader.parse({ role: "user", content: text }),
    path,
    content_path: `${path}/data/recognition`,
  };
}

function isToBeShown({ source, recognition_mode, recognition }: ImageData): boolean {
  return source.type !== "file_path" && recognition_mode !== "ocr" && recognition.mode_used !== "ocr";
}

/** What the way that was used found; nothing where neither found anything. */
function recognised({ recognition: { vision, ocr, mode_used } }: ImageData): string | undefined {
  const description = mode_used === "ocr" ? undefined : vision?.description;
  const text = (mode_used === "ocr" ? undefined : vision?.text) ?? ocr?.text;
  const told = [
    ...(isEmpty(description) ? [] : [quotedContent("Description of an image:", description)]),
    ...(isEmpty(text) ? [] : [quotedContent("Text read from an image:", text)]),
  ];
  return told.length === 0 ? undefined : told.join("\n\n");
}

function isEmpty(text: string | undefined): text is "" | undefined {
  return text === undefined || text === "";
}
