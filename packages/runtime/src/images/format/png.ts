/** How many pixels a PNG has, and whether it is all there. */

import { viewOf } from "./view-of.js";

const SIGNATURE_BYTES = 8;
/** Length, type and checksum. */
const CHUNK_OVERHEAD = 12;
const HEADER = 0x49484452;
const DATA = 0x49444154;
const END = 0x49454e44;
/** Of a picture that moves: how large one of its frames is. */
const FRAME = 0x6663544c;
const FRAME_BYTES = 26;

/** Those of the picture, or of all frames together. Undefined for one that does not begin with its header, has no data, or stops before its end. */
export function pngPixels(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes);
  let pixels: number | undefined;
  let frames = 0;
  let hasData = false;
  for (let at = SIGNATURE_BYTES; at + CHUNK_OVERHEAD <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    if (at + CHUNK_OVERHEAD + length > bytes.length) return undefined;
    if ((pixels === undefined) !== (type === HEADER)) return undefined;
    if (type === HEADER) {
      if (length !== 13) return undefined;
      pixels = view.getUint32(at + 8) * view.getUint32(at + 12);
    }
    if (type === FRAME) {
      if (length !== FRAME_BYTES) return undefined;
      frames += view.getUint32(at + 12) * view.getUint32(at + 16);
    }
    if (type === END) return hasData && pixels !== undefined ? Math.max(pixels, frames) : undefined;
    hasData ||= type === DATA;
    at += CHUNK_OVERHEAD + length;
  }
  return undefined;
}
