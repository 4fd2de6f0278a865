/** The images of a message of `/api/chat`, read into content parts. */

import type { ImagePart, JsonValue } from "@parlance/core";
import type { ReportWriter } from "../shared/report/report-writer.js";
import { bytesOf, mimeTypeOfBytes } from "./images.js";

const ANY_BYTES = "application/octet-stream";

export function importImages(images: readonly JsonValue[], path: string, report: ReportWriter): readonly ImagePart[] {
  return images.flatMap((image, at) => importImage(image, `${path}/${at}`, report) ?? []);
}

/** Undefined for what is not base64, which is reported. */
export function importImage(image: JsonValue, path: string, report: ReportWriter): ImagePart | undefined {
  const data = typeof image === "string" ? givenBytes(image) : undefined;
  if (data === undefined) {
    report.add("image_dropped", "dropped", path, "an image is bytes in base64");
    return undefined;
  }
  const mime_type = mimeTypeOfBytes(data) ?? ANY_BYTES;
  if (mime_type === ANY_BYTES)
    report.add("image_type_synthesised", "synthesised", path, "these bytes do not tell the type of the image");
  return { type: "image", source: { type: "base64", mime_type, data } };
}

/** Some programs send the prefix of a `data:` URL along. */
function givenBytes(image: string): string | undefined {
  return bytesOf({ type: "url", url: image }) ?? bytesOf({ type: "base64", mime_type: ANY_BYTES, data: image });
}
