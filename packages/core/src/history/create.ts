/** The functions for many messages, bound to what explains refusals; one by one, so that a bundler drops those that are not used. */

import { type ExamineOptions, examineText } from "../codec/examine-record.js";
import { type MigrateOptions, migrateText } from "../codec/migrate-record.js";
import { type DecodeOptions, type Explain, settingsOf } from "../codec/options.js";
import type { EncodedText, History, InvalidMessage, RecordResult, RecordVerdict } from "../codec/results.js";
import type { Message } from "../generated/types.gen.js";
import { decodeSeparate, decodeWhole } from "./decode-history.js";
import { decodeChunks, type HistorySource } from "./decode-stream.js";
import { type EncodeHistoryOptions, encodeAll } from "./encode-history.js";

/**
 * A whole history: lines of JSON, a JSON array, or messages one after the other, found out by looking. A broken record stays in
 * its place as an `InvalidMessage`; `issues` lists what is wrong with which record. Paths of warnings begin with the index.
 * @throws ParseError only for input that is neither a string nor bytes.
 */
export type DecodeHistory = (input: string | Uint8Array, options?: DecodeOptions) => History;

/** As `decodeHistory`, of records that are separate already. */
export type DecodeMany = (records: Iterable<string | Uint8Array>, options?: DecodeOptions) => History;

/**
 * Messages of a history as they come in, from a web `ReadableStream` or an async iterable of text or of bytes, cut anywhere.
 * Remembers one record at a time; one longer than `maxBytes` becomes an `InvalidMessage` without its content. Ending the
 * iteration early cancels the source.
 * @throws the errors of the source as they are; ParseError when a chunk is neither text nor bytes, or the source is none.
 */
export type DecodeStream = (source: HistorySource, options?: DecodeOptions) => AsyncIterable<Message | InvalidMessage>;

/**
 * The text of a history, one record a line or a JSON array, in the current or an older version. Broken records are written as
 * they were, except where that would break the records around them; a note says so. Paths of notes and issues begin with the
 * index.
 * @throws ValidationError for a value that is not a valid message, or a broken record whose content was not kept.
 * @throws UnsupportedVersionError for a version that does not exist.
 */
export type EncodeHistory = (
  messages: Iterable<Message | InvalidMessage>,
  options?: EncodeHistoryOptions,
) => EncodedText;

/**
 * One record to the current or another version, for bulk work: nothing is frozen, and a text that need not change is returned
 * as it came.
 * @throws UnsupportedVersionError for a version that does not exist; all else is in the result.
 */
export type MigrateRecord = (input: string | Uint8Array, options?: MigrateOptions) => RecordResult;

/**
 * The verdict on one record of bulk work: what decoding would make of it, without making it.
 * Never throws; what is wrong with the record is in the result.
 */
export type ExamineRecord = (input: string | Uint8Array, options?: ExamineOptions) => RecordVerdict;

export function bindDecodeHistory(explain: Explain): DecodeHistory {
  return (input, options) => decodeWhole(input, settingsOf(explain, options));
}

export function bindDecodeMany(explain: Explain): DecodeMany {
  return (records, options) => decodeSeparate(records, settingsOf(explain, options));
}

export function bindDecodeStream(explain: Explain): DecodeStream {
  return (source, options) => decodeChunks(source, settingsOf(explain, options));
}

export function bindEncodeHistory(explain: Explain): EncodeHistory {
  return (messages, options = {}) => encodeAll(messages, options, explain);
}

export function bindMigrateRecord(explain: Explain): MigrateRecord {
  return (input, options = {}) => migrateText(input, options, explain);
}

export function bindExamineRecord(explain: Explain): ExamineRecord {
  return (input, options = {}) => examineText(input, options, explain);
}
