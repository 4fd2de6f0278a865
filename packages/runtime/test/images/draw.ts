/** Images that tests draw: text in a font that is the same everywhere. */

import { createRequire } from "node:module";
import { type Canvas, createCanvas, GlobalFonts } from "@napi-rs/canvas";

const FONT = "Parlance Test";
const require = createRequire(import.meta.url);
GlobalFonts.registerFromPath(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"), FONT);

/** Black lines of text on white. */
function draw(lines: readonly string[]): Canvas {
  const canvas = createCanvas(640, 40 + 50 * lines.length);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "black";
  context.font = `32px "${FONT}"`;
  for (const [index, line] of lines.entries()) context.fillText(line, 20, 60 + 50 * index);
  return canvas;
}

export function png(...lines: readonly string[]): Buffer {
  return draw(lines).encodeSync("png");
}

export function jpeg(...lines: readonly string[]): Buffer {
  return draw(lines).encodeSync("jpeg");
}

export function webp(...lines: readonly string[]): Buffer {
  return draw(lines).encodeSync("webp");
}

export function gif(...lines: readonly string[]): Buffer {
  return draw(lines).encodeSync("gif");
}
