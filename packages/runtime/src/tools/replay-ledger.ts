/** Remembers which calls have begun, so that none ever runs twice. */

import type { RequestedToolCall, ToolRequestMessage } from "@parlance/core";

import { checkSettings, functionRule, iterableRule, textRule } from "../shared/settings.js";

/** Kept by the caller, beside the messages. */
export interface ReplayLedger {
  /**
   * Notes that a call begins. True only once for a key, whichever process asks, also after the program was ended and started again: the
   * note has to be safe before this answers. Only `true` itself lets the call run.
   *
   * @param key One line of text without line breaks.
   */
  begin(key: string): boolean | Promise<boolean>;
}

/** One that keeps its notes in memory and hands each to whoever stores them; it iterates over the keys. */
export interface MemoryLedger extends ReplayLedger, Iterable<string> {}

/**
 * A ledger that starts with the keys of an earlier one. It knows nothing of what other processes begin meanwhile: where several may go on
 * with one conversation, `createFolderLedger` of `@parlance/runtime/ledger` keeps them apart.
 *
 * @param entries What was stored: the text of a file, or its lines. Blank lines and white space around keys are skipped. Whoever appends to a
 * file writes a line break before each key too: a line that a crash tore then spoils no other.
 * @param onBegin Stores a key before its call runs. When it fails, the call does not run.
 * @throws ValidationError for entries that are not texts, and an `onBegin` that is not a function; what `entries` throws.
 */
export function createReplayLedger(
  entries: string | Iterable<string> = [],
  onBegin?: (key: string) => void | Promise<void>,
): MemoryLedger {
  const texts = typeof entries === "string" ? [entries] : entries;
  checkSettings([iterableRule("/entries", texts), functionRule("/onBegin", onBegin)]);
  const begun = new Set<string>();
  for (const text of texts) for (const line of linesOf(text)) begun.add(line);
  return Object.freeze({
    async begin(key: string): Promise<boolean> {
      if (begun.has(key)) return false;
      begun.add(key);
      try {
        await onBegin?.(key);
      } catch (error) {
        begun.delete(key);
        throw error;
      }
      return true;
    },
    [Symbol.iterator]: () => begun.values(),
  });
}

function linesOf(text: string): readonly string[] {
  checkSettings([textRule("/entries/*", text)]);
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/**
 * The key of a call: of its request and its id, whatever else is written there later. A request keeps its identity in either case of its
 * letters, and the id of a call may hold anything.
 */
export function keyOfCall({ id }: ToolRequestMessage, call: Pick<RequestedToolCall, "id">): string {
  return `${id.toLowerCase()} ${JSON.stringify(call.id).replace(/[\u0085\u2028\u2029]/g, escaped)}`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
