/** Histories to messages while they come in. */

import type { Settings } from "../codec/options.js";
import type { InvalidMessage } from "../codec/results.js";
import { ParseError } from "../errors/parse-error.js";
import type { Message } from "../generated/types.gen.js";
import { decodeSplit } from "./decode-history.js";
import { RecordSplitter } from "./record-splitter.js";

/** A web `ReadableStream` of text or of bytes, as far as it is used here; typed so that no DOM types are needed. */
export interface ReadableSource {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: string | Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
    releaseLock(): void;
  };
}

export type HistorySource = ReadableSource | AsyncIterable<string | Uint8Array>;

/** As `decodeStream` of a contract. */
export async function* messagesOf(
  source: HistorySource,
  settings: Settings,
): AsyncGenerator<Message | InvalidMessage, void, undefined> {
  assertSource(source);
  settings.told = new Set();
  const splitter = new RecordSplitter(settings.maxBytes);
  for await (const chunk of isReadable(source) ? chunksOf(source) : source) {
    yield* decodeAll(splitter.push(chunk));
  }
  yield* decodeAll(splitter.end());

  function* decodeAll(records: ReturnType<RecordSplitter["push"]>): Iterable<Message | InvalidMessage> {
    for (const record of records) {
      settings.index += 1;
      yield decodeSplit(record, splitter.hadMark, settings);
    }
  }
}

/** What the engine says of anything else may quote it. A string is one: its chunks would be its characters. */
function assertSource(source: unknown): void {
  const isSource =
    typeof source === "object" &&
    source !== null &&
    ("getReader" in source || Symbol.asyncIterator in source || Symbol.iterator in source);
  if (!isSource) throw new ParseError("not_text", "the source is neither a stream nor an iterable of chunks");
}

function isReadable(source: HistorySource): source is ReadableSource {
  return "getReader" in source;
}

/** By its reader, since not every browser can iterate over a stream. */
async function* chunksOf(source: ReadableSource): AsyncGenerator<string | Uint8Array, void, undefined> {
  const reader = source.getReader();
  let finished = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      finished = done;
      if (done) return;
      if (value !== undefined) yield value;
    }
  } catch (error) {
    finished = true;
    throw error;
  } finally {
    if (!finished) await reader.cancel();
    reader.releaseLock();
  }
}
