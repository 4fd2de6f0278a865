/** One try to read an image: by a model that sees, or by OCR. */

import { OcrRecognition, VisionRecognition } from "@parlance/core";
import { membersOf } from "../shared/members.js";
import { withTimeLimit } from "../shared/wait.js";
import { ImageError, type ImageErrorCode } from "./image-error.js";
import type { ImageSettings } from "./image-options.js";
import { detectLanguage } from "./ocr/detect-language.js";
import type { OcrEngine } from "./ocr/ocr-engine.js";
import { createTesseract } from "./ocr/tesseract.js";
import type { LoadedImage } from "./source/load-image.js";
import type { VisionPort } from "./vision/vision-port.js";

/** @throws ImageError; what the port throws; the signal's reason. */
export async function readByVision(
  { bytes, mime_type }: LoadedImage,
  port: VisionPort,
  settings: ImageSettings,
): Promise<VisionRecognition> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  const found = await inTime(settings, (signal) => port.look(Object.freeze({ mime_type, data }), { signal }));
  const description = textOf(found, "description") || undefined;
  const text = textOf(found, "text");
  if (description === undefined && text === undefined) throw unusable("vision_failed");
  const recognition = present({ description, text, model: port.model });
  if (!VisionRecognition.is(recognition)) throw unusable("vision_failed");
  return recognition;
}

/** @throws ImageError; what the engine throws; the signal's reason. */
export async function readByOcr({ bytes }: LoadedImage, settings: ImageSettings): Promise<OcrRecognition> {
  const { ocr, logger } = settings;
  const recognition = await (ocr === undefined
    ? withOwnEngine((own) => recognised(bytes, own, settings))
    : recognised(bytes, ocr, settings));
  const language = await detectLanguage(recognition.text ?? "", logger);
  return language === undefined ? recognition : present({ ...recognition, language });
}

async function withOwnEngine<Value>(use: (own: OcrEngine) => Promise<Value>): Promise<Value> {
  const own = createTesseract();
  try {
    return await use(own);
  } finally {
    await own.close();
  }
}

async function recognised(bytes: Uint8Array, engine: OcrEngine, settings: ImageSettings): Promise<OcrRecognition> {
  const found = await inTime(settings, (signal) => engine.recognise(bytes, { signal }));
  const text = textOf(found, "text");
  const recognition = present({ text, confidence: confidenceOf(found), engine: engine.name });
  if (text === undefined || !OcrRecognition.is(recognition)) throw unusable("ocr_failed");
  return recognition;
}

async function inTime<Value>(settings: ImageSettings, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const timed = await withTimeLimit(settings.limits.timeout_ms, settings, work);
  if (timed.ended) return timed.value;
  throw new ImageError("timeout");
}

/** A port may give anything, whatever its type says. */
function textOf(found: unknown, name: string): string | undefined {
  const value = membersOf(found)[name];
  return typeof value === "string" ? value : undefined;
}

/** A number outside of 0 to 1 says nothing. */
function confidenceOf(found: unknown): number | undefined {
  const value = membersOf(found).confidence;
  return typeof value === "number" && value >= 0 && value <= 1 ? value : undefined;
}

function present<Value extends object>(members: Value): { readonly [Name in keyof Value]: NonNullable<Value[Name]> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.freeze(Object.fromEntries(entries)) as { readonly [Name in keyof Value]: NonNullable<Value[Name]> };
}

function unusable(code: Extract<ImageErrorCode, "vision_failed" | "ocr_failed">): ImageError {
  return new ImageError(code, { detail: "it gave nothing that can be used" });
}
