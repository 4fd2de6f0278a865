/** Images as the provider takes them: inline in one of four formats, or behind a URL that it fetches itself. */

import type { ImagePart, ImageSource } from "@parlance/core";
import type { ReportWriter } from "../shared/report/report-writer.js";
import { ownMembers } from "./own-members.js";
import type { ImageBlock, ImageMediaType } from "./wire.js";

const MEDIA_TYPES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

const INLINE = /^data:([^;,]+);base64,([A-Za-z0-9+/]*={0,2})$/i;

/** Undefined, with an entry in the report, for an image that cannot be sent. */
export function imageBlock(part: ImagePart, path: string, report: ReportWriter): ImageBlock | undefined {
  const { source, detail } = part;
  const sent = wireSource(source);
  if (typeof sent === "string") {
    report.add("image_dropped", "dropped", path, sent);
    return undefined;
  }
  if (source.type === "base64" && sent.type === "base64" && sent.media_type !== source.mime_type) {
    report.add(
      "image_type_rewritten",
      "rewritten",
      `${path}/source/mime_type`,
      "the provider spells the type otherwise",
    );
  }
  if (detail !== undefined) {
    report.add("image_detail_dropped", "dropped", `${path}/detail`, "the provider takes no wish for detail");
  }
  return { type: "image", source: sent, ...ownMembers("image", part) };
}

/** The source as the provider takes it, or why it does not. */
function wireSource(source: ImageSource): ImageBlock["source"] | string {
  switch (source.type) {
    case "base64":
      return inline(source.mime_type, source.data);
    case "url":
      return atUrl(source.url);
    case "file_path":
      return "an image in a file must be read before it can be sent";
  }
}

function atUrl(url: string): ImageBlock["source"] | string {
  const [, mimeType, data] = INLINE.exec(url) ?? [];
  if (mimeType !== undefined && data !== undefined) return inline(mimeType, data);
  return /^https?:\/\//i.test(url) ? { type: "url", url } : "the provider fetches images by HTTP only";
}

function inline(mimeType: string, data: string): ImageBlock["source"] | string {
  const lower = mimeType.toLowerCase();
  const type = lower === "image/jpg" ? "image/jpeg" : lower;
  if (!MEDIA_TYPES.has(type)) return "the provider takes JPEG, PNG, GIF and WebP only";
  return data === "" ? "the image has no bytes" : { type: "base64", media_type: type as ImageMediaType, data };
}
