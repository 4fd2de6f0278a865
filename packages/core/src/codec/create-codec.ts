/** The codec of any contract. */

import { historyOfRecords, historyOfText } from "../history/decode-history.js";
import { messagesOf } from "../history/decode-stream.js";
import { historyText } from "../history/encode-history.js";
import type * as parlanceFunctions from "../parlance.js";
import type { Contract } from "../runtime/contract.js";
import { issuesOfRecords } from "../semantic/semantic-issues.js";
import { decodeText, safeDecodeText } from "./decode.js";
import { encodeInVersion } from "./encode-in-version.js";
import { equalValues } from "./equals.js";
import { examinedRecord } from "./examine-record.js";
import { migratedRecord } from "./migrate-record.js";
import { settingsOf } from "./options.js";

/** The functions of the main entry, which are those of our own contract, for the messages of another one. */
export type Codec = Readonly<typeof parlanceFunctions>;

/**
 * Reads and writes the messages of a contract.
 * @param contract `parlance`, or another one that was generated from schemas. Its members are for the codec alone and may change in any release.
 */
export function createCodec(contract: Contract): Codec {
  return Object.freeze<Codec>({
    decode: (input, options) => decodeText(input, settingsOf(contract, options)),
    safeDecode: (input, options) => safeDecodeText(input, settingsOf(contract, options)),
    encode: ((message, options) => encodeInVersion(contract, message, options)) as Codec["encode"],
    equals: (a, b) => equalValues(contract, a, b),
    decodeHistory: (input, options) => historyOfText(input, settingsOf(contract, options)),
    decodeMany: (records, options) => historyOfRecords(records, settingsOf(contract, options)),
    decodeStream: (source, options) => messagesOf(source, settingsOf(contract, options)),
    encodeHistory: (messages, options) => historyText(contract, messages, options),
    migrateRecord: (input, options) => migratedRecord(contract, input, options),
    semanticIssues: (records) => issuesOfRecords(contract, records),
    examineRecord: (input, options) => examinedRecord(contract, input, options),
  });
}
