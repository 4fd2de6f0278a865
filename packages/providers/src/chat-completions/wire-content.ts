/** Content of chat messages, to the parts of the wire. */

import type { ContentPart, ImagePart } from "@parlance/core";
import {
  dropUnknownPart,
  isKnownPart,
  isMediaPart,
  knownParts,
  type PlacedPart,
  partsOf,
} from "../shared/conversation/content.js";
import { type PlacedMessage, partPath } from "../shared/conversation/placed.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { Dialect } from "./dialect.js";
import { mediaPart } from "./media-parts.js";
import { ownPart } from "./own-parts.js";
import type { ImagePartWire, TextPartWire, UserPartWire } from "./wire.js";
import type { Writing } from "./writing.js";

export function textPart(text: string): TextPartWire {
  return { type: "text", text };
}

export function isTextPart(part: UserPartWire): part is TextPartWire {
  return part.type === "text";
}

/** What a user shows and says, with the parts that only the dialect knows. */
export function userParts(placed: PlacedMessage, { dialect, report }: Writing): UserPartWire[] {
  return partsOf(placed.message.content).flatMap((part, index) => {
    const path = partPath(placed, index);
    if (isKnownPart(part)) return userPart({ part, path }, report) ?? [];
    const own = ofDialect(part, dialect);
    if (own === undefined) dropUnknownPart(path, report);
    else if (part.type === "audio" && part.transcript !== undefined)
      report.add("transcript_dropped", "dropped", `${path}/transcript`, "the sound itself is sent");
    return own ?? [];
  });
}

function ofDialect(part: ContentPart, dialect: Dialect): UserPartWire | undefined {
  if (part.type === "unknown") return ownPart(part.original, dialect.ownParts);
  return isMediaPart(part) ? mediaPart(part, dialect) : undefined;
}

/** What a tool gave back, as far as this dialect can show it. */
export function resultParts(placed: PlacedMessage, { report }: Writing): UserPartWire[] {
  return knownParts(placed, report).flatMap((part) => userPart(part, report) ?? []);
}

/** What can be said in a message that can show nothing. */
export function textParts(placed: PlacedMessage, { report }: Writing): TextPartWire[] {
  return knownParts(placed, report).flatMap(({ part, path }) => {
    const written = part.type === "image" ? undefined : userPart({ part, path }, report);
    if (part.type === "image") report.add("image_dropped", "dropped", path, "instructions have no images");
    return written !== undefined && isTextPart(written) ? [written] : [];
  });
}

function userPart({ part, path }: PlacedPart, report: ReportWriter): UserPartWire | undefined {
  switch (part.type) {
    case "text":
      return textPart(part.text);
    case "image":
      return imagePart(part, path, report);
    case "refusal":
      report.add("refusal_as_text", "rewritten", path, "only answers have refusals");
      return textPart(part.text);
    case "reasoning":
      report.add("reasoning_dropped", "dropped", path, "only answers have reasoning");
      return undefined;
  }
}

function imagePart(part: ImagePart, path: string, report: ReportWriter): ImagePartWire | undefined {
  const { source, detail } = part;
  if (source.type === "file_path") {
    report.add("image_dropped", "dropped", path, "an image in a file has to be read before it can be sent");
    return undefined;
  }
  const url = source.type === "url" ? source.url : `data:${source.mime_type};base64,${source.data}`;
  if (!FETCHED.test(url)) {
    report.add("image_dropped", "dropped", path, "the provider takes images from the web and inline ones alone");
    return undefined;
  }
  return { type: "image_url", image_url: detail === undefined ? { url } : { url, detail } };
}

const FETCHED = /^(https?:|data:image\/)/i;

/** One text is a string. Several are too where the dialect wants it so, with the line breaks that the servers put between them. */
export function textContent(
  parts: TextPartWire[],
  path: string,
  { dialect, report }: Writing,
): string | TextPartWire[] {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first.text;
  if (!dialect.joinsText) return parts;
  report.add("parts_joined", "merged", path, "content of text alone is sent as one text");
  return parts.map(({ text }) => text).join("\n");
}
