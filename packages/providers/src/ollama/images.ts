/** Images as Ollama has them: bytes in base64, whose type only they tell. */

import type { ImageSource } from "@parlance/core";

const DATA_URL = /^data:([^;,]*)(?:;[^,]*)?;base64,/i;
const BASE64 = /^[A-Za-z0-9+/=]+$/;

/** The base64 of an image that is there; undefined for one that would have to be fetched or read, and for one without bytes. */
export function bytesOf(source: ImageSource): string | undefined {
  if (source.type === "file_path") return undefined;
  const data = source.type === "base64" ? source.data : afterPrefix(source.url);
  return data !== undefined && BASE64.test(data) ? data : undefined;
}

function afterPrefix(url: string): string | undefined {
  const prefix = DATA_URL.exec(url)?.[0];
  return prefix === undefined ? undefined : url.slice(prefix.length);
}

/** What whoever gave the image says of its type. */
export function claimedTypeOf(source: ImageSource): string | undefined {
  return source.mime_type ?? (source.type === "url" ? DATA_URL.exec(source.url)?.[1] : undefined);
}

/** How files begin, in base64. */
const SIGNATURES: readonly (readonly [start: RegExp, mimeType: string])[] = [
  [/^iVBORw0KGgo/, "image/png"],
  [/^\/9j\//, "image/jpeg"],
  [/^R0lGOD[dl]h/, "image/gif"],
  [/^UklGR.{6}XRUJQ/, "image/webp"],
];

/** The media type that the first bytes tell; undefined when they tell none that is known. */
export function mimeTypeOfBytes(base64: string): string | undefined {
  return SIGNATURES.find(([start]) => start.test(base64))?.[1];
}
