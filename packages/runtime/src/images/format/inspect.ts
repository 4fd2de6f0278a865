/**
 * What an image really is: told by its bytes, never by its name. Libraries that measure images read the first size that they meet;
 * this counts all frames too, and sees what is cut off, without decoding anything.
 */

import { ImageError } from "../image-error.js";
import { gifPixels } from "./gif.js";
import { jpegPixels } from "./jpeg.js";
import { pngPixels } from "./png.js";
import { webpPixels } from "./webp.js";

/** The formats that both models and OCR take. */
export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

interface Format {
  readonly mime_type: ImageType;
  /** How every image of the format begins; undefined where any byte may stand. */
  readonly begins: readonly (readonly (number | undefined)[])[];
  readonly pixelsOf: (bytes: Uint8Array) => number | undefined;
}

const FORMATS: readonly Format[] = [
  { mime_type: "image/png", begins: [[0x89, ...ascii("PNG"), 0x0d, 0x0a, 0x1a, 0x0a]], pixelsOf: pngPixels },
  { mime_type: "image/jpeg", begins: [[0xff, 0xd8, 0xff]], pixelsOf: jpegPixels },
  { mime_type: "image/gif", begins: [ascii("GIF87a"), ascii("GIF89a")], pixelsOf: gifPixels },
  {
    mime_type: "image/webp",
    begins: [[...ascii("RIFF"), undefined, undefined, undefined, undefined, ...ascii("WEBP")]],
    pixelsOf: webpPixels,
  },
];

function ascii(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * The type of an image that is all there and has no more than so many pixels.
 *
 * @throws ImageError `empty`, `unsupported_format`, `corrupt` or `too_many_pixels`.
 */
export function inspectImage(bytes: Uint8Array, maxPixels: number): ImageType {
  if (bytes.length === 0) throw new ImageError("empty");
  const format = FORMATS.find(({ begins }) => begins.some((start) => beginsWith(bytes, start)));
  if (format === undefined) throw new ImageError("unsupported_format");
  const pixels = format.pixelsOf(bytes);
  if (pixels === undefined || pixels === 0) throw new ImageError("corrupt");
  if (pixels > maxPixels) throw new ImageError("too_many_pixels");
  return format.mime_type;
}

function beginsWith(bytes: Uint8Array, start: readonly (number | undefined)[]): boolean {
  return start.every((byte, index) => byte === undefined || bytes[index] === byte);
}
