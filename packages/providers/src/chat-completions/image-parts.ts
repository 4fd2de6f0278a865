/** Images of the dialect, as parts of the contract in their wire form. */

import { ImageSource, type JsonObject } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";

/** Undefined for a part that is not an image, or one whose address the contract cannot hold. */
export function imagePart(part: JsonObject): JsonObject | undefined {
  const image = imageMembers(part);
  if (image === undefined) return undefined;
  const { url, detail } = image;
  if (typeof url !== "string" || Object.keys(image).some((name) => name !== "url" && name !== "detail"))
    return undefined;
  const source = imageSource(url);
  if (!ImageSource.is(source)) return undefined;
  const isKnown = detail === "auto" || detail === "low" || detail === "high";
  if (detail !== undefined && detail !== null && !isKnown) return undefined;
  return { type: "image", source: source as unknown as JsonObject, ...(isKnown ? { detail } : {}) };
}

/** An address may stand alone; `input_image` is the form that the Responses API has. */
function imageMembers({ type, image_url: given, detail = null }: JsonObject): JsonObject | undefined {
  if (type === "input_image") return { url: given ?? null, detail };
  if (type !== "image_url") return undefined;
  return isJsonObject(given) ? given : { url: given ?? null };
}

function imageSource(url: string): JsonObject {
  const [, mime_type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  return mime_type === undefined || data === undefined ? { type: "url", url } : { type: "base64", mime_type, data };
}
