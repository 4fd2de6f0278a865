/** The functions for many messages, bound to what explains refusals. */

import { type MigrateOptions, migrateText } from "../codec/migrate-record.js";
import { type DecodeOptions, type Explain, settingsOf } from "../codec/options.js";
import type { EncodedText, History, InvalidMessage, RecordResult } from "../codec/results.js";
import type { Message } from "../generated/types.gen.js";
import { decodeSeparate, decodeWhole } from "./decode-history.js";
import { decodeChunks, type HistorySource } from "./decode-stream.js";
import { type EncodeHistoryOptions, encodeAll } from "./encode-history.js";

export interface HistoryCodec {
  /**
   * A whole history: lines of JSON, a JSON array, or messages one after the other, found out by looking. A broken record stays
   * in its place as an `InvalidMessage`; `issues` lists what is wrong with which record. Paths of warnings begin with the index.
   * @throws ParseError only for input that is neither a string nor bytes.
   */
  decodeHistory(input: string | Uint8Array, options?: DecodeOptions): History;
  /** As `decodeHistory`, of records that are separate already. Reads the options once and the records one by one. */
  decodeMany(records: Iterable<string | Uint8Array>, options?: DecodeOptions): History;
  /**
   * Messages of a history as they come in, from a web `ReadableStream` or an async iterable of text or of bytes, cut anywhere.
   * Remembers one record at a time; one longer than `maxBytes` becomes an `InvalidMessage` without its content. Ending
   * the iteration early cancels the source.
   * @throws the errors of the source as they are; ParseError when a chunk is neither text nor bytes.
   */
  decodeStream(source: HistorySource, options?: DecodeOptions): AsyncIterable<Message | InvalidMessage>;
  /**
   * The text of a history, one record a line or a JSON array, in the current or an older version. Broken records are written
   * as they were, as far as the format allows. Paths of notes begin with the index of the record.
   * @throws ValidationError for a value that is no valid message, or a broken record whose content was not kept.
   * @throws UnsupportedVersionError for a version that does not exist.
   */
  encodeHistory(messages: Iterable<Message | InvalidMessage>, options?: EncodeHistoryOptions): EncodedText;
  /**
   * One record to the current or another version, for bulk work: nothing is frozen, and a text that need not change is
   * returned as it came.
   * @throws UnsupportedVersionError for a version that does not exist; all else is in the result.
   */
  migrateRecord(input: string | Uint8Array, options?: MigrateOptions): RecordResult;
}

export function createHistoryCodec(explain: Explain): HistoryCodec {
  return {
    decodeHistory: (input, options) => decodeWhole(input, settingsOf(explain, options)),
    decodeMany: (records, options) => decodeSeparate(records, settingsOf(explain, options)),
    decodeStream: (source, options) => decodeChunks(source, settingsOf(explain, options)),
    encodeHistory: (messages, options = {}) => encodeAll(messages, options, explain),
    migrateRecord: (input, options = {}) => migrateText(input, options, explain),
  };
}
