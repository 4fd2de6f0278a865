/**
 * The small entry: decoding and encoding one message. A refusal says that a record is invalid, not every place in it; the main
 * entry does. Adding an export here makes it API.
 */

import { coarseIssues } from "./codec/coarse.js";
import { type Codec, createCodec, type Encode } from "./codec/create.js";

const codec: Codec = /* @__PURE__ */ createCodec(coarseIssues);

export type { Codec, Encode } from "./codec/create.js";
export type { DecodeOptions } from "./codec/options.js";
export type { EncodedText, InvalidMessage, SafeResult } from "./codec/results.js";
export type { Issue } from "./errors/issue.js";
export { ParlanceError } from "./errors/parlance-error.js";
export { ParseError, type ParseErrorCode } from "./errors/parse-error.js";
export { UnsupportedVersionError } from "./errors/unsupported-version-error.js";
export { ValidationError } from "./errors/validation-error.js";
export type { Logger, Warning } from "./errors/warning.js";
export type { Message } from "./generated/types.gen.js";
export type { MigrationNote } from "./runtime/migration/run.js";

/** See `Codec`. */
export const decode: Codec["decode"] = codec.decode;
/** See `Codec`. */
export const safeDecode: Codec["safeDecode"] = codec.safeDecode;
/** See `Encode`. */
export const encode: Encode = codec.encode;
