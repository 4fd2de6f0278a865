/** Reads a source from its first byte to its last and hands its records to a sink, whatever their layout. */

import { type Layout, MAX_BYTES, RecordScanner } from "@parlance/core/internal";
import type { FollowedFile } from "./followed-file.js";
import { HEAD_BYTES, hintFor } from "./foreign.js";
import type { WaitingRecordSink } from "./sink.js";
import type { InputSource } from "./source.js";

export interface ReadOptions {
  /** Told how many bytes have been read so far. */
  readonly onProgress?: (bytes: number) => void;
  /** A file that others may write to while it is read; the caller closes the source then. */
  readonly followed?: FollowedFile | undefined;
}

export interface ReadOutcome {
  /** How the file holds its first record; `empty` where it has nothing but blanks. */
  readonly format: Layout | "empty";
  readonly bytes: number;
  /** What a person can do about it, where the file does not look like JSON text at all. */
  readonly hint: string | undefined;
}

/** Memory stays the same whatever the size: one chunk, one record and what the sink keeps. */
export async function readRecords(
  source: InputSource,
  sink: WaitingRecordSink,
  options: ReadOptions = {},
): Promise<ReadOutcome> {
  const scanner = new RecordScanner<Buffer>(sink, Buffer.concat, MAX_BYTES);
  let head: Buffer = Buffer.alloc(0);
  let bytes = 0;
  do {
    for await (const chunk of source.chunks()) {
      options.followed?.take(chunk);
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
      scanner.push(chunk);
      await sink.settle();
      bytes += chunk.length;
      options.onProgress?.(bytes);
    }
  } while (await options.followed?.hasMore());
  scanner.end();
  await sink.settle();
  if (options.followed === undefined) await source.close();
  return { format: scanner.firstLayout ?? "empty", bytes, hint: hintFor(head) };
}
