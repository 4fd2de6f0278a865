/** A conversation as a file holds it, and where in the file each of its places is. */

import type { JsonObject, JsonValue } from "@parlance/core";

/** A line of a file, counted from 1, and a JSON Pointer into what is read there as a whole: an array, or a record. */
export interface StoredPlace {
  readonly line: number;
  readonly path: string;
}

/** An object that is a conversation as a whole, or nothing but messages. */
export interface StoredConversation {
  readonly given: { readonly whole: JsonObject } | { readonly messages: readonly JsonValue[] };
  /** Where a place of the conversation is; `path` is a JSON Pointer such as `/messages/3/content`. */
  placeOf(path: string): StoredPlace;
}

/** An object with its messages inside. */
export function wholeConversation(whole: JsonObject, at: StoredPlace): StoredConversation {
  return { given: { whole }, placeOf: (path) => ({ line: at.line, path: at.path + path }) };
}

/**
 * Messages that follow one another in a list.
 *
 * @param from The index in the list of the first of them.
 */
export function listedMessages(messages: readonly JsonValue[], at: StoredPlace, from = 0): StoredConversation {
  return {
    given: { messages },
    placeOf: (path) => ({ line: at.line, path: at.path + inList(path, from) }),
  };
}

function inList(path: string, from: number): string {
  return path.replace(/^\/messages(?=\/|$)/, "").replace(/^\/(\d+)(?=\/|$)/, (_, index) => `/${from + Number(index)}`);
}

/** A message that is a record of its own. */
export interface MessageRecord {
  readonly value: JsonValue;
  readonly at: StoredPlace;
}

/** At least one message, each a record of its own. */
export function messagesInARow(records: readonly [MessageRecord, ...MessageRecord[]]): StoredConversation {
  return {
    given: { messages: records.map(({ value }) => value) },
    placeOf: (path) => {
      const [, index, inside = ""] = /^\/messages\/(\d+)(\/.*)?$/s.exec(path) ?? [];
      const record = index === undefined ? undefined : records[Number(index)];
      if (record === undefined) return { line: records[0].at.line, path };
      return { line: record.at.line, path: record.at.path + inside };
    },
  };
}
