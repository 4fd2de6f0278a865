/** The records of a history as they come in, for whoever decodes them. */

import { ParseError } from "../errors/parse-error.js";
import { isBytes } from "../reading/read-text.js";
import { type Chunk, joinChunks, sliceOfChunk } from "../records/chunk.js";
import { RecordScanner } from "../records/record-scanner.js";
import type { RecordSink } from "../records/sink.js";

/** One record of a history, not yet parsed. */
export interface SplitRecord {
  /** Text or bytes as they came; empty when `oversized`. */
  readonly content: Chunk;
  /** The line at which it starts, from 1. */
  readonly line: number;
  /** It was longer than the limit, and was skipped. */
  readonly oversized: boolean;
}

export class RecordSplitter {
  #records: SplitRecord[] = [];
  readonly #scanner: RecordScanner<Chunk>;
  #kind: string | undefined;

  /** @param limit The longest record, in UTF-16 code units or bytes; longer ones are skipped rather than collected. */
  constructor(limit?: number) {
    this.#scanner = new RecordScanner(
      sinkFor((record) => this.#records.push(record)),
      joinChunks,
      limit,
    );
  }

  /** Whether the history began with a byte order mark. */
  get hadMark(): boolean {
    return this.#scanner.hadMark;
  }

  /**
   * Takes the next chunk and gives the records that are complete.
   * @throws ParseError with the code `not_text` for a chunk that is neither text nor bytes, or not of the kind of the others.
   */
  push(chunk: Chunk): readonly SplitRecord[] {
    this.#assertKind(chunk);
    this.#scanner.push(chunk);
    return this.#taken();
  }

  /** Gives what is left at the end of the input. */
  end(): readonly SplitRecord[] {
    this.#scanner.end();
    return this.#taken();
  }

  #taken(): readonly SplitRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #assertKind(chunk: Chunk): void {
    if (typeof chunk !== "string" && !isBytes(chunk)) {
      throw new ParseError("not_text", "a chunk is neither text nor bytes");
    }
    this.#kind ??= typeof chunk;
    if (typeof chunk !== this.#kind) throw new ParseError("not_text", "text and bytes in one input");
  }
}

/** Of a history only its records count here: what lies between them is not kept. */
function sinkFor(take: (record: SplitRecord) => void): RecordSink<Chunk> {
  return {
    begin: ignore,
    record: (chunk, start, end, line) => take({ content: sliceOfChunk(chunk, start, end), line, oversized: false }),
    oversizedPiece: ignore,
    oversizedEnd: (line) => take({ content: "", line, oversized: true }),
    gap: ignore,
    problem: ignore,
  };
}

function ignore(): void {}
