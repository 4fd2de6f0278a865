/** The functions of the codec for our own contract. Each has in its bundle what it takes of the contract, and no more. */

import { decodeText, safeDecodeText } from "./codec/decode.js";
import { encodeInVersion, type VersionedOptions } from "./codec/encode-in-version.js";
import { equalValues } from "./codec/equals.js";
import { type ExamineOptions, examinedRecord } from "./codec/examine-record.js";
import { type MigrateOptions, migratedRecord } from "./codec/migrate-record.js";
import { type DecodeOptions, type EncodeOptions, type Settings, settingsOf } from "./codec/options.js";
import type { EncodedText, History, InvalidMessage, RecordResult, RecordVerdict, SafeResult } from "./codec/results.js";
import type { Issue } from "./errors/issue.js";
import { CONTRACT, READABLE_CONTRACT, WRITABLE_CONTRACT } from "./generated/contract.gen.js";
import type { Message } from "./generated/types.gen.js";
import { historyOfRecords, historyOfText } from "./history/decode-history.js";
import { type HistorySource, messagesOf } from "./history/decode-stream.js";
import { type EncodeHistoryOptions, historyText } from "./history/encode-history.js";
import { issuesOfRecords } from "./semantic/semantic-issues.js";

/** Nobody changes these: only a history counts its records. */
const DEFAULTS: Settings = /* @__PURE__ */ settingsOf(READABLE_CONTRACT);

/**
 * The message in a JSON text or its UTF-8 bytes, of any version, as a message of the current version. A type that this version
 * does not know becomes an `UnknownMessage`; a message of a newer version that reads as a current one keeps its number.
 * @throws ParseError when the input is not one readable JSON text.
 * @throws ValidationError when a known type has a malformed body, or the text holds no message at all.
 */
export function decode(input: string | Uint8Array, options?: DecodeOptions): Message {
  return decodeText(input, options === undefined ? DEFAULTS : settingsOf(READABLE_CONTRACT, options));
}

/** As `decode`, with the error in the result. Never throws, whatever the input. */
export function safeDecode(input: string | Uint8Array, options?: DecodeOptions): SafeResult {
  return safeDecodeText(input, settingsOf(READABLE_CONTRACT, options));
}

/**
 * The JSON text of a message: the text it was decoded from while it is unchanged, otherwise a new one in canonical order.
 * A message of an older version that would be too large in the current one is written as the text it came from.
 * @throws ValidationError for a value that is not a valid message, or too large, so that nothing is written that decoding would refuse.
 */
export function encode(message: Message | InvalidMessage, options?: EncodeOptions): string;
/**
 * The text in a version, with notes of what that version cannot say. What it cannot say is kept in `residue` and comes back
 * on the way up. Messages that are unknown, broken, of a newer version or would be over a limit stay as they are, with a note.
 * @throws ValidationError as above.
 * @throws UnsupportedVersionError for a version that does not exist.
 */
export function encode(message: Message | InvalidMessage, options: VersionedOptions): EncodedText;
export function encode(
  message: Message | InvalidMessage,
  options?: EncodeOptions | VersionedOptions,
): string | EncodedText {
  return encodeInVersion(WRITABLE_CONTRACT, message, options);
}

/**
 * Whether two decoded values are equal as JSON: the order of names is irrelevant, and so is the text that they came from.
 * Unknown and broken messages are compared by what is kept of them; numbers that a double cannot hold digit by digit.
 */
export function equals(a: unknown, b: unknown): boolean {
  return equalValues(CONTRACT, a, b);
}

/**
 * A whole history: lines of JSON, a JSON array, or messages one after the other, found out by looking. A broken record stays in
 * its place as an `InvalidMessage`; `issues` lists what is wrong with which record. Paths of warnings begin with the index.
 * @throws ParseError only for input that is neither a string nor bytes.
 */
export function decodeHistory(input: string | Uint8Array, options?: DecodeOptions): History {
  return historyOfText(input, settingsOf(READABLE_CONTRACT, options));
}

/** As `decodeHistory`, of records that are separate already. */
export function decodeMany(records: Iterable<string | Uint8Array>, options?: DecodeOptions): History {
  return historyOfRecords(records, settingsOf(READABLE_CONTRACT, options));
}

/**
 * Messages of a history as they come in, from a web `ReadableStream` or an async iterable of text or of bytes, cut anywhere.
 * Remembers one record at a time; one longer than `maxBytes` becomes an `InvalidMessage` without its content. Ending the
 * iteration early cancels the source.
 * @throws the errors of the source as they are; ParseError when a chunk is neither text nor bytes, or the source is none.
 */
export function decodeStream(
  source: HistorySource,
  options?: DecodeOptions,
): AsyncGenerator<Message | InvalidMessage, void, undefined> {
  return messagesOf(source, settingsOf(READABLE_CONTRACT, options));
}

/**
 * The text of a history, one record a line or a JSON array, in the current or an older version. Broken records are written as
 * they were, except where that would break the records around them; a note says so. Paths of notes and issues begin with the
 * index.
 * @throws ValidationError for a value that is not a valid message, or a broken record whose content was not kept.
 * @throws UnsupportedVersionError for a version that does not exist.
 */
export function encodeHistory(
  messages: Iterable<Message | InvalidMessage>,
  options?: EncodeHistoryOptions,
): EncodedText {
  return historyText(WRITABLE_CONTRACT, messages, options);
}

/**
 * One record to the current or another version, for bulk work: nothing is frozen, and a text that need not change is returned
 * as it came.
 * @throws UnsupportedVersionError for a version that does not exist; all else is in the result.
 */
export function migrateRecord(input: string | Uint8Array, options?: MigrateOptions): RecordResult {
  return migratedRecord(CONTRACT, input, options);
}

/**
 * What no schema can say and the contract asks for all the same: of each record by itself, and of the messages as a list. `docs/semantic-checks.md`
 * of the repository has the checks. Reading refuses nothing for them.
 *
 * @param records Decoded messages, oldest first, and other stored records such as conversation histories; what is unknown, broken or none of these is passed over.
 * @returns At places that begin with the index of the record, free of content; empty when there is nothing to tell.
 */
export function semanticIssues(records: Iterable<object>): readonly Issue[] {
  return issuesOfRecords(CONTRACT, records);
}

/**
 * The verdict on one record of bulk work: what decoding would make of it, without making it.
 * Never throws; what is wrong with the record is in the result.
 */
export function examineRecord(input: string | Uint8Array, options?: ExamineOptions): RecordVerdict {
  return examinedRecord(CONTRACT, input, options);
}
