/** Documents as the provider takes them: PDFs inline, behind a URL or among its own files. */

import { DocumentPart, type JsonObject } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { equalJson, replaceMembers } from "@parlance/core/json";
import { ownMembers } from "./own-members.js";
import type { DocumentBlock } from "./wire.js";

const PDF = "application/pdf";

/** Undefined for a document that the provider does not take. */
export function documentBlock(part: DocumentPart): DocumentBlock | undefined {
  const source = wireSource(part.source);
  if (source === undefined) return undefined;
  const title = part.title === undefined ? {} : { title: part.title };
  return { type: "document", source, ...title, ...ownMembers("document", part) };
}

function wireSource(source: DocumentPart["source"]): DocumentBlock["source"] | undefined {
  switch (source.type) {
    case "base64":
      return source.mime_type === PDF && source.data !== ""
        ? { type: "base64", media_type: PDF, data: source.data }
        : undefined;
    case "url":
      return isFetched(source.url) && (source.mime_type ?? PDF) === PDF ? { type: "url", url: source.url } : undefined;
    case "file_id":
      return source.provider === "anthropic" ? { type: "file", file_id: source.file_id } : undefined;
  }
}

function isFetched(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** The part that says all of a block and becomes it again; undefined where no part does. */
export function importDocument(block: JsonObject): DocumentPart | undefined {
  const { title } = block;
  const part = {
    type: "document",
    source: partSource(block.source),
    ...(title === undefined || title === null ? {} : { title }),
    ...ownMembers("document", block),
  };
  if (!DocumentPart.is(part)) return undefined;
  const back = documentBlock(part);
  const said = title === null ? replaceMembers<JsonObject>(block, { title: undefined }) : block;
  return equalJson(back, said) ? part : undefined;
}

function partSource(source: unknown): unknown {
  if (!isJsonObject(source)) return undefined;
  const { type, media_type, data, url, file_id } = source;
  if (type === "base64") return { type, mime_type: media_type, data };
  return type === "url" ? { type, url } : { type: "file_id", provider: "anthropic", file_id };
}
