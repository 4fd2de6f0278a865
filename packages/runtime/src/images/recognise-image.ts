/** Images with what was read from them. */

import { timestamp } from "@parlance/builders";
import { type ImageData, ImageMessage, type RecognitionError, type UsedRecognitionMode } from "@parlance/core";
import { tell } from "@parlance/core/internal";
import { storedMessage } from "../shared/dirty.js";
import { ImageError } from "./image-error.js";
import { type ImageOptions, type ImageSettings, imageSettings } from "./image-options.js";
import { readByOcr, readByVision } from "./read-image.js";
import { type RecognitionRun, recognisedImage, type Try } from "./recognised.js";
import { loadingError, readingError } from "./recognition-error.js";
import { type LoadedImage, loadImage } from "./source/load-image.js";

/**
 * Reads an image the way its message asks for: `vision` by the model that sees or not at all, `ocr` by the OCR engine, `auto` by
 * the model, and by OCR where there is none or it fails. An image that was read before is given back as it is; one that failed is
 * tried again, and its attempts add up.
 *
 * @returns A new message with the same id: its recognition has what was found and how, or the error with an `ImageErrorCode`, or a
 * `FileErrorCode`, and whether trying again may help. The type of a `base64` source is what the image really is.
 * @throws ValidationError about the message or the options; the signal's reason; what `onDirty` throws.
 */
export async function recogniseImage(message: ImageMessage, options: ImageOptions): Promise<ImageMessage> {
  const image = ImageMessage.parse(message);
  const settings = imageSettings(options);
  settings.signal?.throwIfAborted();
  if (image.data.recognition.status === "completed") return image;
  const run = await runOf(image.data, settings);
  settings.signal?.throwIfAborted();
  return storedMessage(recognisedImage(image, run, settings), settings);
}

async function runOf(data: ImageData, settings: ImageSettings): Promise<RecognitionRun> {
  const modes = modesOf(data, settings);
  const [first] = modes;
  if (first === "vision" && settings.vision === undefined) {
    const error = readingError(new ImageError("vision_unavailable"), first);
    return { tries: [failed(first, error, settings)], image: undefined };
  }
  const image = await loaded(data, settings);
  if ("error" in image) return { tries: [failed(first, image.error, settings)], image: undefined };
  const tries: Try[] = [];
  for (const mode of modes) {
    const tried = await tryToRead(mode, image, settings);
    tries.push(tried);
    if (tried.error === undefined) break;
  }
  return { tries, image };
}

/** The ways to read the image, until one gives a result. */
function modesOf(
  { recognition_mode }: ImageData,
  { vision }: ImageSettings,
): readonly [UsedRecognitionMode, ...UsedRecognitionMode[]] {
  if (recognition_mode !== "auto") return [recognition_mode];
  return vision === undefined ? ["ocr"] : ["vision", "ocr"];
}

async function loaded(
  { source }: ImageData,
  settings: ImageSettings,
): Promise<LoadedImage | { readonly error: RecognitionError }> {
  try {
    return await loadImage(source, settings);
  } catch (thrown) {
    settings.signal?.throwIfAborted();
    const error = loadingError(thrown);
    if (error === undefined) throw thrown;
    return { error };
  }
}

async function tryToRead(mode: UsedRecognitionMode, image: LoadedImage, settings: ImageSettings): Promise<Try> {
  const { vision } = settings;
  try {
    const found =
      mode === "vision" && vision !== undefined
        ? { vision: await readByVision(image, vision, settings) }
        : { ocr: await readByOcr(image, settings) };
    return { mode, completed_at: timestamp(settings), found };
  } catch (thrown) {
    settings.signal?.throwIfAborted();
    return failed(mode, readingError(thrown, mode), settings);
  }
}

function failed(mode: UsedRecognitionMode, error: RecognitionError, settings: ImageSettings): Try {
  const { code = "", message = "" } = error;
  tell(settings.logger, { code, path: "/data/recognition", message });
  return { mode, completed_at: timestamp(settings), error };
}
