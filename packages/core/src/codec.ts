/** The small entry: decoding and encoding one message. Adding an export here makes it API. */

export type { DecodeOptions } from "./codec/options.js";
export type { EncodedText, InvalidMessage, SafeResult } from "./codec/results.js";
export type { Issue } from "./errors/issue.js";
export { ParlanceError } from "./errors/parlance-error.js";
export { ParseError, type ParseErrorCode } from "./errors/parse-error.js";
export { UnsupportedVersionError } from "./errors/unsupported-version-error.js";
export { ValidationError } from "./errors/validation-error.js";
export type { Logger, Warning } from "./errors/warning.js";
export type { Message } from "./generated/types.gen.js";
export { decode, encode, safeDecode } from "./parlance.js";
export type { MigrationNote } from "./runtime/migration/run.js";
