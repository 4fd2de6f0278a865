/** A streamed answer of `/api/chat`: one JSON object a line. */

import { createAnswerBuilder } from "../shared/answer/builder.js";
import { answerStream } from "../shared/framing/answer-stream.js";
import type { AnswerOptions, AnswerStream, StreamSource } from "../shared/types.js";
import { lineReader } from "./answer.js";

/**
 * Reads an answer as it comes in. Ending the iteration stops reading.
 *
 * @throws ProviderError with what had arrived before, while iterating.
 */
export function fromStream(source: StreamSource, options?: AnswerOptions): AnswerStream {
  const answer = createAnswerBuilder({ provider: "ollama", options, parts: "by_kind" });
  return answerStream({ source, framing: "ndjson", answer, take: lineReader(answer, "lines") });
}
