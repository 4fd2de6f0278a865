/** Sounds and documents of the contract, to the parts that this dialect has for them, and back where that says the same. */

import { AudioPart, DocumentPart, type JsonObject, type ProviderItemPart } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { equalJson } from "@parlance/core/json";
import type { MediaPart } from "../shared/conversation/content.js";
import type { Dialect } from "./dialect.js";
import type { UserPartWire } from "./wire.js";

/** The part as a user's message has it; undefined where the dialect has none for it. */
export function mediaPart(part: MediaPart, dialect: Dialect): UserPartWire | undefined {
  const written = part.type === "provider_item" ? itemOf(part, dialect) : wirePart(part, dialect);
  return written as unknown as UserPartWire | undefined;
}

function itemOf({ provider, value }: ProviderItemPart, dialect: Dialect): JsonObject | undefined {
  return provider === dialect.provider && isJsonObject(value) && typeof value.type === "string" ? value : undefined;
}

/** By the name of a part, which is also that of the member with all there is to it. */
function wirePart(part: AudioPart | DocumentPart, { provider, ownParts }: Dialect): JsonObject | undefined {
  const [type, held] = (part.type === "audio" ? audioMember(part) : fileMember(part, provider)) ?? [];
  return type !== undefined && held !== undefined && Object.hasOwn(ownParts, type) ? { type, [type]: held } : undefined;
}

const FORMATS: Readonly<Record<string, string>> = { "audio/wav": "wav", "audio/mpeg": "mp3" };

function audioMember({ source }: AudioPart): readonly [type: string, held: JsonObject] | undefined {
  if (source.type === "url") return isFetched(source.url) ? ["audio_url", { url: source.url }] : undefined;
  if (source.type !== "base64") return undefined;
  const format = Object.hasOwn(FORMATS, source.mime_type) ? FORMATS[source.mime_type] : undefined;
  return format === undefined ? undefined : ["input_audio", { data: source.data, format }];
}

function isFetched(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

function fileMember(
  { source, title }: DocumentPart,
  provider: string,
): readonly [type: string, held: JsonObject] | undefined {
  const name = title === undefined ? {} : { filename: title };
  if (source.type === "file_id")
    return source.provider === provider ? ["file", { file_id: source.file_id, ...name }] : undefined;
  if (source.type !== "base64" || !MIME_TYPE.test(source.mime_type)) return undefined;
  return ["file", { file_data: `data:${source.mime_type};base64,${source.data}`, ...name }];
}

/** The part that says all of a part of the dialect and becomes it again; undefined where none does. */
export function importMedia(given: JsonObject, dialect: Dialect): JsonObject | undefined {
  const part = partOf(given, dialect);
  const isPart = AudioPart.is(part) || DocumentPart.is(part);
  return isPart && equalJson(mediaPart(part, dialect), given) ? (part as unknown as JsonObject) : undefined;
}

function partOf({ type, input_audio, audio_url, file }: JsonObject, { provider }: Dialect): unknown {
  if (type === "input_audio" && isJsonObject(input_audio)) {
    const mime_type = Object.keys(FORMATS).find((name) => FORMATS[name] === input_audio.format);
    return { type: "audio", source: { type: "base64", mime_type, data: input_audio.data } };
  }
  if (type === "audio_url" && isJsonObject(audio_url))
    return { type: "audio", source: { type: "url", url: audio_url.url } };
  if (type === "file" && isJsonObject(file)) return documentOf(file, provider);
  return undefined;
}

function documentOf({ file_id, file_data, filename }: JsonObject, provider: string): unknown {
  const name = filename === undefined ? {} : { title: filename };
  if (file_id !== undefined) return { type: "document", source: { type: "file_id", provider, file_id }, ...name };
  const [, mime_type, data] = typeof file_data === "string" ? (INLINE.exec(file_data) ?? []) : [];
  return { type: "document", source: { type: "base64", mime_type, data }, ...name };
}

const INLINE = /^data:([^;,]+);base64,(.*)$/s;
