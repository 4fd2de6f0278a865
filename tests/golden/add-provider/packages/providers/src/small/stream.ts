/** A streamed answer: one JSON object a line. */

import { createAnswerBuilder } from "../shared/answer/builder.js";
import { answerStream } from "../shared/framing/answer-stream.js";
import type { AnswerOptions, AnswerStream, StreamSource } from "../shared/types.js";
import { readLine } from "./answer.js";

/** @throws ProviderError with what had arrived before, while iterating. */
export function fromStream(source: StreamSource, options?: AnswerOptions): AnswerStream {
  const answer = createAnswerBuilder({ provider: "small", options, parts: "by_kind" });
  return answerStream({ source, framing: "ndjson", answer, take: (line) => readLine(line, answer) });
}
