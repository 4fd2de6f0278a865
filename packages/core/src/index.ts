/** Everything of the package save the schemas as data. Adding an export here makes it API. */

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
export { CURRENT_VERSION, VERSIONS } from "./generated/contract.gen.js";
export * from "./generated/index.gen.js";
export {
  type Branch,
  type BranchProblem,
  branches,
  type ConversationBranches,
  type MessageBranches,
} from "./history/branches.js";
export type { HistorySource, ReadableSource } from "./history/decode-stream.js";
export type { EncodeHistoryOptions } from "./history/encode-history.js";
export {
  decode,
  decodeHistory,
  decodeMany,
  decodeStream,
  encode,
  encodeHistory,
  equals,
  examineRecord,
  migrateRecord,
  safeDecode,
  semanticIssues,
} from "./parlance.js";
export type { JsonArray, JsonObject, JsonValue } from "./runtime/json.js";
export type { MigrationNote } from "./runtime/migration/run.js";
