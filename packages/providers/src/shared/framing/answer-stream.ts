/** A provider's stream to typed events, and to the answer at its end. */

import { type JsonObject, ParlanceError, ParseError } from "@parlance/core";
import type { AnswerBuilder } from "../answer/builder.js";
import { ProviderError } from "../errors/provider-error.js";
import type { Answer, AnswerStream, StreamEvent, StreamSource } from "../types.js";
import { EventPieces, MalformedEventError } from "./events.js";
import { LineFramer } from "./ndjson.js";
import { FrameSource } from "./source.js";
import { EventFramer } from "./sse.js";

export interface AnswerStreamSettings {
  readonly source: StreamSource;
  /** How bytes and text are cut into events. */
  readonly framing: "sse" | "ndjson";
  readonly answer: AnswerBuilder;
  /**
   * Reads one event into the answer.
   *
   * @returns True when the answer is complete, and nothing more is to be read.
   * @throws ProviderError for an event that says so, with `answer.partial()`.
   */
  readonly take: (event: JsonObject, name: string | undefined) => boolean | undefined;
}

/**
 * The events of a stream as they come. Ending early stops the source, also while a piece is awaited. An error of the source is thrown
 * as it is; what it had given before is in the events, and in `partial()`.
 *
 * @throws ParseError for an invalid source; while iterating, ProviderError with what had arrived before: for an error that the
 * provider tells, and of the types `malformed_event`, `too_large`, `not_utf8` and `over_limit` for what cannot be read.
 */
export function answerStream(settings: AnswerStreamSettings): AnswerStream {
  const source = new FrameSource(settings.source);
  const events = streamEvents(source, settings);
  const end = events.return.bind(events);
  return Object.assign(events, {
    // A generator alone would end only when the piece that it awaits has come.
    return: async (value: void | PromiseLike<void>) => {
      await source.stop();
      return end(value);
    },
    partial: () => {
      void source.stop();
      return partialOf(settings.answer);
    },
  });
}

async function* streamEvents(source: FrameSource, settings: AnswerStreamSettings): AsyncGenerator<StreamEvent, void> {
  const { answer } = settings;
  const pieces = piecesOf(settings);
  try {
    for (let isOver = false; !isOver; ) {
      const piece = await source.next();
      if (source.isStopped) return;
      const outcome = readPiece(pieces, piece, settings);
      for (const event of answer.takeEvents()) yield event;
      if (source.isStopped) return;
      if (outcome.error !== undefined) throw outcome.error;
      isOver = outcome.isOver || piece === undefined;
    }
    // Whoever has seen the end need not ask for more.
    void source.stop();
    const end = endOf(answer);
    for (const event of answer.takeEvents()) yield event;
    yield end;
  } finally {
    await source.stop();
  }
}

function piecesOf({ framing, answer }: AnswerStreamSettings): EventPieces {
  const framer = framing === "sse" ? new EventFramer() : new LineFramer();
  return new EventPieces(framer, () =>
    answer.report.add("event_dropped", "dropped", "", "a text of the stream is not a whole event"),
  );
}

interface Outcome {
  /** Whether the answer is complete. */
  readonly isOver: boolean;
  /** Thrown when what came before it was given away. */
  readonly error?: unknown;
}

function readPiece(pieces: EventPieces, piece: unknown, { answer, take }: AnswerStreamSettings): Outcome {
  try {
    const isOver = pieces.read(piece, ({ object, name }) => take(object, name) === true);
    if (isOver) answer.close();
    return { isOver };
  } catch (error) {
    return { isOver: true, error: toldError(error, answer) };
  }
}

function endOf(answer: AnswerBuilder): StreamEvent {
  try {
    return Object.freeze({ type: "end", answer: answer.end() });
  } catch (error) {
    throw toldError(error, answer);
  }
}

/** Whatever ends a stream tells what had arrived before. */
function toldError(error: unknown, answer: AnswerBuilder): unknown {
  const isMalformed = error instanceof MalformedEventError;
  if (!isMalformed && (ProviderError.isInstance(error) || !ParlanceError.isInstance(error))) return error;
  const { provider } = answer;
  const partial = partialOf(answer);
  if (isMalformed) return new ProviderError({ provider, type: "malformed_event", details: error.data, partial });
  return new ProviderError({ provider, type: ParseError.isInstance(error) ? error.code : "over_limit", partial });
}

/** Undefined for what no message can hold, such as parts that are nested too deep. */
function partialOf(answer: AnswerBuilder): Answer | undefined {
  try {
    return answer.partial();
  } catch (error) {
    if (ParlanceError.isInstance(error)) return undefined;
    throw error;
  }
}
