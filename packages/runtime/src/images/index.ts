/** Everything of `@parlance/runtime/images`. Adding an export here makes it API. */

export { ImageError, type ImageErrorCode, type ImageErrorFacts } from "./image-error.js";
export { DEFAULT_IMAGE_LIMITS, type ImageLimits, type ImageOptions } from "./image-options.js";
export type { OcrEngine, OcrFindings } from "./ocr/ocr-engine.js";
export { createTesseract, type TesseractOptions } from "./ocr/tesseract.js";
export { recogniseImage } from "./recognise-image.js";
export { DEFAULT_URL_POLICY, type UrlPolicy } from "./source/url-policy.js";
export { createVision, type VisionSettings } from "./vision/create-vision.js";
export type { ShownImage, VisionFindings, VisionPort } from "./vision/vision-port.js";
