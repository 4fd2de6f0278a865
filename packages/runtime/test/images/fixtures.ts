/** Messages, ports and settings that the tests of images share. */

import { ImageMessage, type ImageMessageOptions } from "@parlance/builders";
import type { Warning } from "@parlance/core";
import {
  createTesseract,
  type ImageOptions,
  type OcrEngine,
  type ShownImage,
  type VisionFindings,
  type VisionPort,
} from "@parlance/runtime/images";

/** The time in every test, and how messages say it. */
const NOW = 1_796_000_000_000;
export const NOW_TEXT = "2026-11-30T00:53:20.000Z";

/** One for all test files of a worker, since its start takes a second; never closed, which keeps nobody from the end. */
export const tesseract = createTesseract();

export function imageMessage(bytes: Uint8Array, options: ImageMessageOptions & { readonly mime_type?: string } = {}) {
  const { mime_type = "image/png", ...rest } = options;
  return ImageMessage.fromBase64(Buffer.from(bytes).toString("base64"), mime_type, rest);
}

/** Settings with a clock that stands still, and the warnings that were told. */
export function quiet(): ImageOptions & { readonly warnings: Warning[] } {
  const warnings: Warning[] = [];
  return { now: () => NOW, logger: { warn: (warning) => warnings.push(warning) }, warnings };
}

/** A model that sees what it is told to, and remembers what it was shown. */
export function seeing(look: (shown: ShownImage) => VisionFindings | Promise<VisionFindings>) {
  const shown: ShownImage[] = [];
  const port: VisionPort = {
    model: "seer-1",
    look: async (image) => {
      shown.push(image);
      return look(image);
    },
  };
  return { ...port, shown };
}

/** An engine that reads what it is told to, without looking. */
export function reading(recognise: OcrEngine["recognise"]) {
  let count = 0;
  return {
    name: "reader",
    recognise: (bytes, context) => {
      count += 1;
      return recognise(bytes, context);
    },
    close: async () => undefined,
    count: () => count,
  } satisfies OcrEngine & { readonly count: () => number };
}
