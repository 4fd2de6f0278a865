/** How many pixels a JPEG has, and whether it is all there. */

import { viewOf } from "./view-of.js";

const SCAN = 0xda;
const END = 0xd9;
/** Markers of frames are C0 to CF, but for those of tables and conditions. */
const NO_FRAMES: readonly number[] = [0xc4, 0xc8, 0xcc];

/**
 * Undefined for one that has no frame or several before its data, or markers without a length there, or stops before its end.
 */
export function jpegPixels(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes);
  let pixels: number | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === SCAN) return isEnded(bytes, at) ? pixels : undefined;
    if (isBare(marker)) return undefined;
    if (isFrame(marker)) {
      if (pixels !== undefined || at + 9 > bytes.length) return undefined;
      pixels = view.getUint16(at + 7) * view.getUint16(at + 5);
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/**
 * Those have no length. Decoders pass over them and read on right behind, so whoever takes the next two bytes for a length sees
 * another image than they do.
 */
function isBare(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= END);
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker);
}

/** Some cameras put more after the end. */
function isEnded(bytes: Uint8Array, scan: number): boolean {
  for (let at = bytes.length - 1; at > scan; at--) {
    if (bytes[at] === END && bytes[at - 1] === 0xff) return true;
  }
  return false;
}
