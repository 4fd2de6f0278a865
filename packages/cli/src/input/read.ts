/** Reads a source from its first byte to its last and hands its records to a sink, whatever their layout. */

import type { FollowedFile } from "./followed-file.js";
import { hintFor } from "./foreign.js";
import { detectFormat, type Format } from "./format.js";
import { LineSplitter } from "./lines.js";
import type { RecordSink, Splitter } from "./sink.js";
import type { Source } from "./source.js";
import { ValueSplitter } from "./values.js";

export interface ReadOptions {
  /** Told how many bytes have been read so far. */
  readonly onProgress?: (bytes: number) => void;
  /** Told the format, before the first record is handed out. */
  readonly onFormat?: (format: Format) => void;
  /** A file that others may write to while it is read; the caller closes the source then. */
  readonly followed?: FollowedFile | undefined;
}

export interface ReadOutcome {
  readonly format: Format;
  readonly bytes: number;
  /** What a person can do about it, where the file does not look like JSON text at all. */
  readonly hint: string | undefined;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Memory stays the same whatever the size: one chunk, one record and what the sink keeps. */
export async function readRecords(source: Source, sink: RecordSink, options: ReadOptions = {}): Promise<ReadOutcome> {
  const reading = new Reading(sink, options);
  let bytes = 0;
  do {
    for await (const chunk of source.chunks()) {
      options.followed?.take(chunk);
      reading.push(chunk);
      await sink.settle();
      bytes += chunk.length;
      options.onProgress?.(bytes);
    }
  } while (await options.followed?.hasMore());
  const outcome = reading.finish();
  await sink.settle();
  if (options.followed === undefined) await source.close();
  return { ...outcome, bytes };
}

/** Holds the beginning of a file until its format is known, then passes everything on to the splitter for it. */
class Reading {
  readonly #sink: RecordSink;
  readonly #options: ReadOptions;
  #head: Buffer = Buffer.alloc(0);
  #format: Format | undefined;
  #splitter: Splitter | undefined;
  #hint: string | undefined;

  constructor(sink: RecordSink, options: ReadOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  push(chunk: Buffer): void {
    if (this.#splitter !== undefined) this.#splitter.push(chunk);
    else this.#look(this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]), false);
  }

  finish(): { format: Format; hint: string | undefined } {
    if (this.#splitter === undefined) this.#look(this.#head, true);
    this.#splitter?.finish();
    return { format: this.#format ?? "empty", hint: this.#hint };
  }

  #look(head: Buffer, complete: boolean): void {
    const content = withoutByteOrderMark(head);
    const enough = complete || head.length >= BYTE_ORDER_MARK.length;
    this.#format = enough ? detectFormat(content, complete) : undefined;
    if (this.#format === undefined) {
      this.#head = Buffer.from(head);
      return;
    }
    this.#head = Buffer.alloc(0);
    this.#hint = hintFor(head);
    this.#options.onFormat?.(this.#format);
    this.#splitter = splitterFor(this.#format, this.#sink);
    this.#splitter.push(content);
  }
}

function splitterFor(format: Format, sink: RecordSink): Splitter {
  if (format === "array" || format === "values") return new ValueSplitter(sink, format);
  return new LineSplitter(sink);
}

/** Some editors begin a file with a byte order mark; it is no part of the first record. */
export function withoutByteOrderMark(head: Buffer): Buffer {
  return head.subarray(0, 3).equals(BYTE_ORDER_MARK) ? head.subarray(3) : head;
}
