/** How many pixels a WebP image has, and whether it is all there. */

import { viewOf } from "./view-of.js";

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const CANVAS = 0x56503858;
const FRAME = 0x414e4d46;
const LOSSY = 0x56503820;
const LOSSLESS = 0x5650384c;

/** Those of the canvas, or of all frames together. Undefined for one that has no picture, or stops before its end. */
export function webpPixels(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes);
  if (bytes.length < HEADER_BYTES) return undefined;
  const end = CHUNK_HEADER_BYTES + view.getUint32(4, true);
  if (end > bytes.length) return undefined;
  let canvas = 0;
  let pictures: number | undefined;
  for (let at = HEADER_BYTES; at + CHUNK_HEADER_BYTES <= end; ) {
    const name = view.getUint32(at);
    const length = view.getUint32(at + 4, true);
    const data = at + CHUNK_HEADER_BYTES;
    if (data + length > end) return undefined;
    const read = READERS[name];
    if (read !== undefined) {
      const pixels = length < read.bytes ? undefined : read.pixelsAt(view, data);
      if (pixels === undefined) return undefined;
      if (name === CANVAS) canvas = Math.max(canvas, pixels);
      else pictures = (pictures ?? 0) + pixels;
    }
    // Padded to an even length.
    at = data + length + (length % 2);
  }
  return pictures === undefined ? undefined : Math.max(canvas, pictures);
}

interface ChunkReader {
  /** How long the chunk is at least. */
  readonly bytes: number;
  readonly pixelsAt: (view: DataView, at: number) => number | undefined;
}

const READERS: Readonly<Record<number, ChunkReader>> = {
  [CANVAS]: { bytes: 10, pixelsAt: (view, at) => (uint24(view, at + 4) + 1) * (uint24(view, at + 7) + 1) },
  [FRAME]: { bytes: 16, pixelsAt: (view, at) => (uint24(view, at + 6) + 1) * (uint24(view, at + 9) + 1) },
  [LOSSY]: { bytes: 10, pixelsAt: lossyPixels },
  [LOSSLESS]: { bytes: 5, pixelsAt: losslessPixels },
};

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
}

function lossyPixels(view: DataView, at: number): number | undefined {
  const isKeyFrame = (view.getUint8(at) & 1) === 0;
  const isMarked = view.getUint8(at + 3) === 0x9d && view.getUint8(at + 4) === 0x01 && view.getUint8(at + 5) === 0x2a;
  if (!isKeyFrame || !isMarked) return undefined;
  return (view.getUint16(at + 6, true) & 0x3fff) * (view.getUint16(at + 8, true) & 0x3fff);
}

/** After a byte that marks it, 14 bits for each side. */
function losslessPixels(view: DataView, at: number): number | undefined {
  if (view.getUint8(at) !== 0x2f) return undefined;
  const bits = view.getUint32(at + 1, true);
  return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
}
