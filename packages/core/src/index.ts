/** Everything of the package save the schemas as data. Adding an export here makes it API. */

import { type Codec, createCodec, type Encode } from "./codec/create.js";
import { explain } from "./explain.js";
import { createHistoryCodec, type HistoryCodec } from "./history/create.js";

const codec: Codec = /* @__PURE__ */ createCodec(explain);
const histories: HistoryCodec = /* @__PURE__ */ createHistoryCodec(explain);

export type { Codec, Encode } from "./codec/create.js";
export { equals } from "./codec/equals.js";
export { inexactNumbers } from "./codec/inexact-numbers.js";
export type { MigrateOptions } from "./codec/migrate-record.js";
export type { DecodeOptions } from "./codec/options.js";
export type {
  EncodedText,
  History,
  HistoryIssue,
  InvalidMessage,
  RecordResult,
  SafeResult,
} from "./codec/results.js";
export type { Companion, SafeParseResult } from "./companion.js";
export type { Issue } from "./errors/issue.js";
export { ParlanceError } from "./errors/parlance-error.js";
export { ParseError, type ParseErrorCode } from "./errors/parse-error.js";
export { UnsupportedVersionError } from "./errors/unsupported-version-error.js";
export { ValidationError } from "./errors/validation-error.js";
export type { Logger, Warning } from "./errors/warning.js";
export { CURRENT_VERSION, VERSIONS } from "./generated/codec.gen.js";
export * from "./generated/index.gen.js";
export type { HistoryCodec } from "./history/create.js";
export type { HistorySource, ReadableSource } from "./history/decode-stream.js";
export type { EncodeHistoryOptions } from "./history/encode-history.js";
export type { JsonArray, JsonObject, JsonValue } from "./runtime/json.js";
export type { MigrationNote } from "./runtime/migration/run.js";

/** See `Codec`. */
export const decode: Codec["decode"] = codec.decode;
/** See `Codec`. */
export const safeDecode: Codec["safeDecode"] = codec.safeDecode;
/** See `Encode`. */
export const encode: Encode = codec.encode;
/** See `HistoryCodec`. */
export const decodeHistory: HistoryCodec["decodeHistory"] = histories.decodeHistory;
/** See `HistoryCodec`. */
export const decodeMany: HistoryCodec["decodeMany"] = histories.decodeMany;
/** See `HistoryCodec`. */
export const decodeStream: HistoryCodec["decodeStream"] = histories.decodeStream;
/** See `HistoryCodec`. */
export const encodeHistory: HistoryCodec["encodeHistory"] = histories.encodeHistory;
/** See `HistoryCodec`. */
export const migrateRecord: HistoryCodec["migrateRecord"] = histories.migrateRecord;
