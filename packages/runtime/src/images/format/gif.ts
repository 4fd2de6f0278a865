/** How many pixels a GIF has, and whether it is all there. */

import { viewOf } from "./view-of.js";

const HEADER_BYTES = 13;
const EXTENSION = 0x21;
const FRAME = 0x2c;
const FRAME_BYTES = 10;
const END = 0x3b;

/**
 * Those of the screen, which some decoders widen to the frames, or of all frames together, which some unpack even for the first.
 * Undefined for one that has no frame, or stops before its end.
 */
export function gifPixels(bytes: Uint8Array): number | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const view = viewOf(bytes);
  let [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  let frames: number | undefined;
  for (let at = HEADER_BYTES + paletteBytes(view.getUint8(10)); at < bytes.length; ) {
    const block = bytes[at];
    if (block === END) return frames === undefined ? undefined : Math.max(width * height, frames);
    if (block === EXTENSION) at = afterData(bytes, at + 2);
    else if (block === FRAME && at + FRAME_BYTES < bytes.length) {
      const [left, top, wide, high] = [1, 3, 5, 7].map((place) => view.getUint16(at + place, true)) as Rectangle;
      [width, height] = [Math.max(width, left + wide), Math.max(height, top + high)];
      frames = (frames ?? 0) + wide * high;
      at = afterData(bytes, at + FRAME_BYTES + paletteBytes(view.getUint8(at + 9)) + 1);
    } else return undefined;
  }
  return undefined;
}

type Rectangle = [left: number, top: number, width: number, height: number];

function paletteBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1);
}

/** Pieces, each after its length, up to one of length 0. */
function afterData(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let length = bytes[at]; length !== undefined && length !== 0; length = bytes[at]) at += 1 + length;
  return at + 1;
}
