/** Image messages: an image that the user gave, with how it is to be read. */

import type { ImageRecognition, ImageSource, Issue, MimeType, RecognitionMode } from "@parlance/core";
import * as core from "@parlance/core";
import { base64Issues, issue, issuesAt } from "@parlance/core/internal";
import { extendCompanion } from "../shared/companion.js";
import { type GivenFields, presentMembers } from "../shared/construct.js";
import { constructOwnMessage, type MessageKind, type MessageOptions } from "../shared/construct-message.js";
import { countedNoun, type Describe, describer, type Fact } from "../shared/describe.js";
import { envelopeFacts } from "./envelope-facts.js";

export type ImageMessage = core.ImageMessage;

export interface ImageMessageOptions extends MessageOptions {
  /** @defaultValue `auto` */
  readonly recognition_mode?: RecognitionMode | undefined;
}

export interface ClaimedImageOptions extends ImageMessageOptions {
  /** The media type that the sender claims; absent when it is to be found out from the bytes. */
  readonly mime_type?: MimeType | undefined;
}

export const IMAGE: MessageKind<ImageMessage> = {
  companion: core.ImageMessage,
  type: "image",
  isData: core.ImageData.is,
  problems: ({ source }) => sourceIssues(source),
};

/**
 * An image behind a URL. Nothing is fetched.
 *
 * @param url Absolute; inline data belongs in `fromBase64`.
 * @throws ValidationError
 */
function fromUrl(url: string, options?: ClaimedImageOptions): ImageMessage {
  return shown({ type: "url", url, mime_type: options?.mime_type }, options);
}

/**
 * An image that the message carries in itself.
 *
 * @param data Its bytes in standard base64, padded, without a `data:` prefix.
 * @param mimeType The media type of the bytes, such as `image/png`.
 * @throws ValidationError
 */
function fromBase64(data: string, mimeType: MimeType, options?: ImageMessageOptions): ImageMessage {
  return shown({ type: "base64", mime_type: mimeType, data }, options);
}

/**
 * An image in a file. Nothing is read.
 *
 * @param path Absolute or relative to the workspace, without `..`.
 * @throws ValidationError
 */
function fromFilePath(path: string, options?: ClaimedImageOptions): ImageMessage {
  return shown({ type: "file_path", path, mime_type: options?.mime_type }, options);
}

function shown(source: GivenFields<ImageSource>, options: ImageMessageOptions | undefined): ImageMessage {
  const own = Object.freeze(presentMembers(source)) as ImageSource;
  const data = { source: own, recognition_mode: options?.recognition_mode ?? "auto", recognition: PENDING };
  return constructOwnMessage(IMAGE, data, options);
}

const PENDING: ImageRecognition = Object.freeze({ status: "pending" });

function sourceIssues(source: unknown): readonly Issue[] {
  if (typeof source !== "object" || source === null) return [];
  const { type, url, data } = source as Readonly<Record<string, unknown>>;
  if (type === "base64") return issuesAt("/data/source/data", base64Issues(data));
  return type === "url" && typeof url === "string" ? urlIssues(url) : [];
}

/** What most URLs look like; the parser takes longer than the whole message. */
const PLAIN = /^https?:\/\/[A-Za-z0-9.-]*[A-Za-z0-9](?:[/?#][!-~]*)?$/;

/** The scheme has two letters at least, so that `C:\image.png` is a path. */
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]+:[^\s]/;
const INLINE = /^data:/i;

function urlIssues(url: string): readonly Issue[] {
  if (url === "" || isAbsolute(url)) return [];
  const found = INLINE.test(url) ? "a data URL" : "another text";
  return [issue("bad_url", "/data/source/url", "an absolute URL that is not a data URL", found)];
}

/** The part of every modern platform that is needed, without the types of any one of them. */
const platform = globalThis as unknown as { readonly URL: new (url: string) => unknown };

/** The parser of URLs alone would skip white space. */
function isAbsolute(url: string): boolean {
  if (PLAIN.test(url)) return true;
  if (!ABSOLUTE.test(url) || INLINE.test(url)) return false;
  try {
    return new platform.URL(url) !== undefined;
  } catch {
    return false;
  }
}

/** `ImageMessage(0b6f5b0e-…, base64, 1024 base64 digits, auto, pending)` */
const describe: Describe<ImageMessage> = /* @__PURE__ */ describer("ImageMessage", factsOf, ({ data }) =>
  sourceText(data.source),
);

function factsOf(message: ImageMessage): readonly Fact[] {
  const { source, recognition_mode, recognition } = message.data;
  const size = source.type === "base64" && countedNoun(source.data.length, "base64 digit");
  return [...envelopeFacts(message), source.type, size, recognition_mode, recognition.status];
}

function sourceText(source: ImageSource): string {
  switch (source.type) {
    case "url":
      return source.url;
    case "base64":
      return source.data;
    case "file_path":
      return source.path;
  }
}

export const ImageMessage: core.Companion<ImageMessage> & {
  readonly fromUrl: typeof fromUrl;
  readonly fromBase64: typeof fromBase64;
  readonly fromFilePath: typeof fromFilePath;
  readonly describe: Describe<ImageMessage>;
} = /* @__PURE__ */ extendCompanion(core.ImageMessage, { fromUrl, fromBase64, fromFilePath, describe });
