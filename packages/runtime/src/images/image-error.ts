/** The error for an image that could not be had or read. */

import { ParlanceError } from "@parlance/core";
import { markedBy } from "@parlance/core/internal";

/**
 * Why an image was not recognised; for one in a file, the code may also be a `FileErrorCode`.
 *
 * - `url_denied`: URLs are not allowed, or not this one: its host, another scheme than http and https, a user name in it
 * - `address_denied`: the host's address is private, of this machine or otherwise not on the public internet
 * - `network_failed`: the server could not be reached, or the connection broke
 * - `http_error`: the server answered with an error; the message has its status
 * - `bad_response`: the server's answer leads nowhere, or is compressed
 * - `too_many_redirects`: more than the policy allows
 * - `file_denied`: files are not allowed
 * - `bad_base64`: the text is not base64
 * - `empty`: no bytes
 * - `too_large`: more bytes than the limit
 * - `too_many_pixels`: more pixels than the limit, by what the image says of itself
 * - `unsupported_format`: neither PNG nor JPEG, GIF or WebP, whatever its name says
 * - `corrupt`: cut off, or not as its format has it
 * - `timeout`: it took longer than the limit
 * - `vision_unavailable`: there is no model that sees
 * - `vision_failed`: the model failed, or said nothing that can be used
 * - `vision_refused`: the model, or a filter of its provider, refused
 * - `ocr_unavailable`: the OCR engine is not installed, or was closed
 * - `ocr_failed`: the OCR engine failed, or said nothing that can be used
 */
export type ImageErrorCode =
  | "address_denied"
  | "bad_base64"
  | "bad_response"
  | "corrupt"
  | "empty"
  | "file_denied"
  | "http_error"
  | "network_failed"
  | "ocr_failed"
  | "ocr_unavailable"
  | "timeout"
  | "too_large"
  | "too_many_pixels"
  | "too_many_redirects"
  | "unsupported_format"
  | "url_denied"
  | "vision_failed"
  | "vision_refused"
  | "vision_unavailable";

interface Explanation {
  readonly message: string;
  /** Whether trying again may help; where only whoever failed can know, it may. */
  readonly retryable: boolean;
}

const EXPLANATIONS: Readonly<Record<ImageErrorCode, Explanation>> = {
  address_denied: { message: "the image is at an address that may not be reached", retryable: false },
  bad_base64: { message: "the data of the image is not base64", retryable: false },
  bad_response: { message: "the server of the image gave an answer that cannot be used", retryable: false },
  corrupt: { message: "the image is cut off or broken", retryable: false },
  empty: { message: "the image has no bytes", retryable: false },
  file_denied: { message: "images in files may not be read here", retryable: false },
  http_error: { message: "the server of the image answered with an error", retryable: true },
  network_failed: { message: "the server of the image could not be reached, or the connection broke", retryable: true },
  ocr_failed: { message: "the OCR engine could not read the image", retryable: true },
  ocr_unavailable: { message: "there is no OCR engine to read the image", retryable: false },
  timeout: { message: "it took too long", retryable: true },
  too_large: { message: "the image has more bytes than are allowed", retryable: false },
  too_many_pixels: { message: "the image has more pixels than are allowed", retryable: false },
  too_many_redirects: { message: "the server of the image redirects too often", retryable: false },
  unsupported_format: { message: "this is not an image in PNG, JPEG, GIF or WebP", retryable: false },
  url_denied: { message: "the URL of the image may not be fetched", retryable: false },
  vision_failed: { message: "the model could not look at the image", retryable: true },
  vision_refused: { message: "the model refused to look at the image", retryable: false },
  vision_unavailable: { message: "there is no model that sees images", retryable: false },
};

/** What is known besides the code. */
export interface ImageErrorFacts {
  /** More about the cause; free of content. */
  readonly detail?: string | undefined;
  /**
   * Whether trying again may help.
   * @defaultValue what the code means
   */
  readonly retryable?: boolean | undefined;
}

const MARKER = Symbol.for("parlance.error.image");

/**
 * An image could not be had or read. A vision port or an OCR engine may throw it to say why; its message is stored, so it tells no
 * content, URL or path.
 */
export class ImageError extends ParlanceError {
  static override readonly isInstance: (value: unknown) => value is ImageError = /* @__PURE__ */ markedBy(
    ImageError,
    MARKER,
  );

  override readonly name: string = "ImageError";
  declare readonly code: ImageErrorCode;
  /** Whether trying again may help. */
  readonly retryable: boolean;

  constructor(code: ImageErrorCode, { detail, retryable }: ImageErrorFacts = {}) {
    const explanation = EXPLANATIONS[code];
    super(code, detail === undefined ? explanation.message : `${explanation.message}: ${detail}`);
    this.retryable = retryable ?? explanation.retryable;
  }
}
