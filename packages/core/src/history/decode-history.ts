/** Whole histories to messages, each broken record kept in its place. */

import type { Settings } from "../codec/options.js";
import { decodeRecord, invalidRecord } from "../codec/record.js";
import type { History, HistoryIssue, InvalidMessage } from "../codec/results.js";
import { warnOfIssues } from "../codec/warn.js";
import { ParseError } from "../errors/parse-error.js";
import { SILENT } from "../errors/warning.js";
import type { Message } from "../generated/types.gen.js";
import { tooLarge } from "../reading/read-text.js";
import { ListChecks } from "../semantic/list-issues.js";
import { isPlainList } from "../semantic/plain-list.js";
import { RecordSplitter, type SplitRecord } from "./record-splitter.js";

/** As `decodeHistory` of a contract. */
export function historyOfText(input: string | Uint8Array, settings: Settings): History {
  const splitter = new RecordSplitter();
  const records = [...splitter.push(input), ...splitter.end()];
  return historyOf(records, (record) => decodeSplit(record, splitter.hadMark, settings), settings);
}

/** As `decodeMany` of a contract. */
export function historyOfRecords(records: Iterable<string | Uint8Array>, settings: Settings): History {
  return historyOf(numbered(records), ({ content }) => decodeRecord(content, settings), settings);
}

/** One record of a history that is being split; never throws. */
export function decodeSplit(record: SplitRecord, hadMark: boolean, settings: Settings): Message | InvalidMessage {
  if (record.oversized) return invalidRecord(undefined, undefined, tooLarge(settings.maxBytes));
  if (hadMark && settings.strict && settings.index === 0) {
    return invalidRecord(record.content, undefined, new ParseError("byte_order_mark", "a byte order mark"));
  }
  return decodeRecord(record.content, settings);
}

interface Numbered {
  readonly content: string | Uint8Array;
  readonly line: number;
}

function* numbered(records: Iterable<string | Uint8Array>): Iterable<Numbered> {
  let line = 0;
  for (const content of records) {
    line += 1;
    yield { content, line };
  }
}

function historyOf<Record extends Numbered>(
  records: Iterable<Record>,
  decode: (record: Record) => Message | InvalidMessage,
  settings: Settings,
): History {
  const messages: (Message | InvalidMessage)[] = [];
  const issues: HistoryIssue[] = [];
  settings.told = new Set();
  for (const record of records) {
    settings.index = messages.length;
    const message = decode(record);
    if (message.type === "invalid") issues.push(...placed(message, settings.index, record.line));
    messages.push(message);
  }
  if (settings.logger !== SILENT && !isPlainList(messages)) warnOfList(messages, settings);
  return { messages, issues };
}

function warnOfList(messages: readonly (Message | InvalidMessage)[], settings: Settings): void {
  const checks = new ListChecks();
  for (const [index, message] of messages.entries()) checks.add(message, index);
  settings.index = -1;
  warnOfIssues(settings, checks.issues());
}

function placed({ issues }: InvalidMessage, index: number, line: number): HistoryIssue[] {
  return issues.map((issue) => ({ index, line, ...issue }));
}
