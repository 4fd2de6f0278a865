/**
 * The small entry: decoding and encoding one message. A refusal says that a record is invalid, not every place in it; the main
 * entry does. Adding an export here makes it API.
 */

import { coarseIssues } from "./codec/coarse.js";
import { bindDecode, bindEncode, bindSafeDecode, type Decode, type Encode, type SafeDecode } from "./codec/create.js";

export type { Decode, Encode, SafeDecode } from "./codec/create.js";
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

export const decode: Decode = /* @__PURE__ */ bindDecode(coarseIssues);
export const safeDecode: SafeDecode = /* @__PURE__ */ bindSafeDecode(coarseIssues);
export const encode: Encode = /* @__PURE__ */ bindEncode(coarseIssues);
