/** The bytes of an image, from wherever the message says that they are and the caller allows. */

import type { ImageSource } from "@parlance/core";
import { DEFAULT_FILE_POLICY } from "../../files/file-policy.js";
import { readAllowedBytes } from "../../files/read-bytes.js";
import { type ImageType, inspectImage } from "../format/inspect.js";
import { ImageError } from "../image-error.js";
import type { ImageLimits, ImageOptions } from "../image-options.js";
import { type Network, systemNetwork } from "./address.js";
import { fetchBytes } from "./fetch-bytes.js";

/** An image that is all there and within the limits. */
export interface LoadedImage {
  readonly bytes: Uint8Array;
  /** What it really is. */
  readonly mime_type: ImageType;
}

export interface LoadSettings extends ImageOptions {
  readonly limits: ImageLimits;
}

/**
 * @throws ImageError, or FileAccessError for one in a file; the signal's reason.
 */
export async function loadImage(
  source: ImageSource,
  settings: LoadSettings,
  network: Network = systemNetwork,
): Promise<LoadedImage> {
  const bytes = await bytesOf(source, settings, network);
  return { bytes, mime_type: inspectImage(bytes, settings.limits.max_pixels) };
}

function bytesOf(source: ImageSource, settings: LoadSettings, network: Network): Promise<Uint8Array> | Uint8Array {
  const { max_bytes } = settings.limits;
  switch (source.type) {
    case "base64":
      return decodedBase64(source.data, max_bytes);
    case "file_path":
      return fileBytes(source.path, settings);
    case "url":
      if (settings.urls === undefined) throw new ImageError("url_denied", { detail: "none is allowed here" });
      return fetchBytes(source.url, settings.urls, max_bytes, settings, network);
  }
}

/** The alphabet was checked with the message. */
function decodedBase64(data: string, maxBytes: number): Uint8Array {
  const padding = /={0,2}$/.exec(data)?.[0].length ?? 0;
  if (data.length % 4 !== 0) throw new ImageError("bad_base64");
  const length = (data.length / 4) * 3 - padding;
  if (length > maxBytes) throw new ImageError("too_large");
  const bytes = Buffer.from(data, "base64");
  if (bytes.length !== length) throw new ImageError("bad_base64");
  return bytes;
}

async function fileBytes(path: string, settings: LoadSettings): Promise<Uint8Array> {
  const { files, limits, signal, wait } = settings;
  if (files === undefined) throw new ImageError("file_denied");
  const policy = files.policy ?? DEFAULT_FILE_POLICY;
  const max_file_bytes = Math.min(policy.max_file_bytes, limits.max_bytes);
  const { bytes } = await readAllowedBytes(path, { ...files, signal, wait, policy: { ...policy, max_file_bytes } });
  return bytes;
}
