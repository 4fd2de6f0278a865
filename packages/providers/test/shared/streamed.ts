/** Streams for tests of how streams are read, whatever is in their events. */

import { createAnswerBuilder } from "../../src/shared/answer/builder.js";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import { answerStream } from "../../src/shared/framing/answer-stream.js";
import type { Answer, AnswerOptions, AnswerStream, StreamEvent, StreamSource } from "../../src/shared/types.js";

/** Tests know each id and the time. */
export function counting(): AnswerOptions {
  let ids = 0;
  const newId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`;
  return { now: () => 0, newId };
}

/** The pieces of a source, one after the other. */
export async function* piecesOf(...pieces: readonly (string | Uint8Array | object)[]) {
  yield* pieces;
}

/** A provider that says `{"say":…}`, `{"call":…}`, `{"finish":…}`, `{"error":…}`, `{"over":true}` and nothing else. */
export function readStream(
  source: StreamSource,
  framing: "sse" | "ndjson" = "sse",
  options: AnswerOptions = counting(),
): AnswerStream {
  const answer = createAnswerBuilder({ provider: "openai", options, parts: "by_kind" });
  const take = (event: Readonly<Record<string, unknown>>, name: string | undefined): boolean => {
    if (name !== undefined) answer.text(`<${name}>`);
    if (typeof event.say === "string") answer.text(event.say);
    if (typeof event.call === "string") answer.toolCallDelta({ index: 0, name: "f", arguments_delta: event.call });
    if (event.finish === "stop") answer.finish("stop", "stop");
    if (event.error !== undefined) throw new ProviderError({ provider: "openai", partial: answer.partial() });
    return event.over === true;
  };
  return answerStream({ source, framing, answer, take });
}

export interface Outcome {
  readonly events: readonly StreamEvent[];
  /** Of the end, or of the error. */
  readonly answer: Answer | undefined;
  readonly error: unknown;
}

/** Everything that a stream gives until its end or its error. */
export async function outcomeOf(stream: AsyncIterable<StreamEvent>): Promise<Outcome> {
  const events: StreamEvent[] = [];
  try {
    for await (const event of stream) events.push(event);
  } catch (error) {
    return { events, answer: ProviderError.isInstance(error) ? error.partial : undefined, error };
  }
  const last = events.at(-1);
  return { events, answer: last?.type === "end" ? last.answer : undefined, error: undefined };
}

/** What the model said. */
export function saidIn(answer: Answer | undefined): unknown {
  return answer?.message?.content;
}
