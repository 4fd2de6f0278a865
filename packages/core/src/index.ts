/** Everything of the package save the schemas as data. Adding an export here makes it API. */

import { bindDecode, bindEncode, bindSafeDecode, type Decode, type Encode, type SafeDecode } from "./codec/create.js";
import { explain } from "./explain.js";
import {
  bindDecodeHistory,
  bindDecodeMany,
  bindDecodeStream,
  bindEncodeHistory,
  bindExamineRecord,
  bindMigrateRecord,
  type DecodeHistory,
  type DecodeMany,
  type DecodeStream,
  type EncodeHistory,
  type ExamineRecord,
  type MigrateRecord,
} from "./history/create.js";

export type { Decode, Encode, SafeDecode } from "./codec/create.js";
export { equals } from "./codec/equals.js";
export type { ExamineOptions } from "./codec/examine-record.js";
export { inexactNumbers } from "./codec/inexact-numbers.js";
export type { MigrateOptions } from "./codec/migrate-record.js";
export type { DecodeOptions } from "./codec/options.js";
export type {
  EncodedText,
  History,
  HistoryIssue,
  InvalidMessage,
  RecordResult,
  RecordVerdict,
  SafeResult,
} from "./codec/results.js";
export type {
  Companion,
  DecodeRootOptions,
  RootCompanion,
  SafeDecodeResult,
  SafeParseResult,
} from "./companion.js";
export type { Issue } from "./errors/issue.js";
export { ParlanceError } from "./errors/parlance-error.js";
export { ParseError, type ParseErrorCode } from "./errors/parse-error.js";
export { UnsupportedVersionError } from "./errors/unsupported-version-error.js";
export { ValidationError } from "./errors/validation-error.js";
export type { Logger, Warning } from "./errors/warning.js";
export { CURRENT_VERSION, VERSIONS } from "./generated/codec.gen.js";
export * from "./generated/index.gen.js";
export type {
  DecodeHistory,
  DecodeMany,
  DecodeStream,
  EncodeHistory,
  ExamineRecord,
  MigrateRecord,
} from "./history/create.js";
export type { HistorySource, ReadableSource } from "./history/decode-stream.js";
export type { EncodeHistoryOptions } from "./history/encode-history.js";
export type { JsonArray, JsonObject, JsonValue } from "./runtime/json.js";
export type { MigrationNote } from "./runtime/migration/run.js";

export const decode: Decode = /* @__PURE__ */ bindDecode(explain);
export const safeDecode: SafeDecode = /* @__PURE__ */ bindSafeDecode(explain);
export const encode: Encode = /* @__PURE__ */ bindEncode(explain);
export const decodeHistory: DecodeHistory = /* @__PURE__ */ bindDecodeHistory(explain);
export const decodeMany: DecodeMany = /* @__PURE__ */ bindDecodeMany(explain);
export const decodeStream: DecodeStream = /* @__PURE__ */ bindDecodeStream(explain);
export const encodeHistory: EncodeHistory = /* @__PURE__ */ bindEncodeHistory(explain);
export const examineRecord: ExamineRecord = /* @__PURE__ */ bindExamineRecord(explain);
export const migrateRecord: MigrateRecord = /* @__PURE__ */ bindMigrateRecord(explain);
