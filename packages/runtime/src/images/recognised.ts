/** What came of the tries to read an image, written into its message. */

import {
  type ImageData,
  ImageMessage,
  type ImageRecognition,
  type RecognitionAttempt,
  type RecognitionError,
  type UsedRecognitionMode,
} from "@parlance/core";
import { lowerAscii } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import type { ImageSettings } from "./image-options.js";
import type { LoadedImage } from "./source/load-image.js";

/** What came of one way to read the image. */
export interface Try {
  readonly mode: UsedRecognitionMode;
  readonly completed_at: string;
  /** What was found, where something was. */
  readonly found?: Pick<ImageRecognition, "vision" | "ocr">;
  readonly error?: RecognitionError;
}

export interface RecognitionRun {
  /** At least one, and only the last one may have found something. */
  readonly tries: readonly Try[];
  /** Undefined when the image could not be had. */
  readonly image: LoadedImage | undefined;
}

/** The message with everything that came of the run; what an earlier one said is taken away, but for its attempts. */
export function recognisedImage(
  image: ImageMessage,
  { tries, image: found }: RecognitionRun,
  settings: ImageSettings,
): ImageMessage {
  const { data } = image;
  const last = tries.at(-1);
  const error = last?.error === undefined ? undefined : finalError(tries, last.error);
  const recognition = replaceMembers(data.recognition, {
    status: error === undefined ? "completed" : "failed",
    mode_used: error === undefined ? last?.mode : undefined,
    vision: last?.found?.vision,
    ocr: last?.found?.ocr,
    attempts: attemptsOf(data.recognition, tries),
    notice: noticesOf(data, tries, found, settings).join("\n") || undefined,
    error,
    completed_at: last?.completed_at,
  });
  const source = trueSource(data, found);
  return ImageMessage.parse(replaceMembers(image, { data: replaceMembers(data, { source, recognition }) }));
}

/** Where several ways failed, the error tells of all of them, and trying again may help if it may for one. */
function finalError(tries: readonly Try[], last: RecognitionError): RecognitionError {
  if (tries.length === 1) return last;
  const message = tries.map(({ mode, error }) => `${WAYS[mode]}: ${error?.message}`).join("; ");
  const retryable = tries.some(({ error }) => error?.retryable === true);
  return Object.freeze({ ...last, message, retryable });
}

const WAYS: Readonly<Record<UsedRecognitionMode, string>> = { vision: "vision", ocr: "OCR" };

/** As many as a message holds; the oldest go first. */
const MOST_ATTEMPTS = 65_536;

function attemptsOf({ attempts = [] }: ImageRecognition, tries: readonly Try[]): readonly RecognitionAttempt[] {
  const added = tries.map(({ mode, completed_at, error }) =>
    Object.freeze({
      mode,
      status: error === undefined ? "completed" : "failed",
      completed_at,
      ...(error === undefined ? {} : { error }),
    } as const),
  );
  return Object.freeze([...attempts, ...added].slice(-MOST_ATTEMPTS));
}

/** What the user should know though nothing failed. */
function noticesOf(
  { recognition_mode, source }: ImageData,
  tries: readonly Try[],
  found: LoadedImage | undefined,
  { vision }: ImageSettings,
): readonly string[] {
  const notices: string[] = [];
  if (recognition_mode === "auto" && vision === undefined)
    notices.push("Vision is not available: the model in use sees no images, so OCR is used instead.");
  if (tries.length > 1 && tries.at(-1)?.error === undefined)
    notices.push(`Vision failed, so OCR was used instead: ${tries[0]?.error?.message}.`);
  if (found !== undefined && isOther(source.mime_type, found))
    notices.push(`The image is ${found.mime_type}, which is not what its sender says.`);
  return notices;
}

function isOther(claimed: string | undefined, { mime_type }: LoadedImage): boolean {
  if (claimed === undefined) return false;
  const [type = ""] = lowerAscii(claimed).split(";");
  return type.trim() !== mime_type && !(type.trim() === "image/jpg" && mime_type === "image/jpeg");
}

/** A provider that is shown the image has to be told what its bytes really are. */
function trueSource({ source }: ImageData, found: LoadedImage | undefined): ImageData["source"] {
  if (source.type !== "base64" || found === undefined || source.mime_type === found.mime_type) return source;
  return replaceMembers(source, { mime_type: found.mime_type });
}
