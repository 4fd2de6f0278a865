/** What went wrong, as a message stores it. */

import { ParlanceError, type RecognitionError, type UsedRecognitionMode, ValidationError } from "@parlance/core";
import { FileAccessError } from "../files/file-access-error.js";
import { MissingPeerError } from "../shared/missing-peer-error.js";
import { ImageError } from "./image-error.js";

/** Why an image could not be had; undefined for what is not about the image but a mistake of the caller, or of this package. */
export function loadingError(error: unknown): RecognitionError | undefined {
  if (ImageError.isInstance(error)) return told(error.code, error.message, error.retryable);
  if (!FileAccessError.isInstance(error)) return undefined;
  return told(error.code, error.message, error.code === "changed" || error.code === "unreadable");
}

/**
 * Why a try to read the image failed. Errors of providers and models say whether trying again may help; foreign ones may quote what
 * they were given, so only their kind is told, and trying again may help unless it is settings that are wrong.
 */
export function readingError(error: unknown, mode: UsedRecognitionMode): RecognitionError {
  if (ImageError.isInstance(error)) return told(error.code, error.message, error.retryable);
  if (MissingPeerError.isInstance(error)) return told(`${mode}_unavailable`, error.message, false);
  if (ParlanceError.isInstance(error) && "retryable" in error && typeof error.retryable === "boolean")
    return told(`${mode}_failed`, error.message, error.retryable);
  const { code, message } = new ImageError(`${mode}_failed`, { detail: kindOf(error) });
  return told(code, message, !ValidationError.isInstance(error));
}

function told(code: string, message: string, retryable: boolean): RecognitionError {
  return Object.freeze({ code, message, retryable });
}

/** The name of the class, where it looks like one. */
function kindOf(error: unknown): string | undefined {
  const name: unknown = error instanceof Error ? error.name : undefined;
  return typeof name === "string" && /^[A-Z][A-Za-z]{0,63}$/.test(name) ? name : undefined;
}
