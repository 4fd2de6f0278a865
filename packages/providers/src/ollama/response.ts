/** A whole answer of `/api/chat`. */

import { createAnswerBuilder } from "../shared/answer/builder.js";
import { bodyOf } from "../shared/framing/body.js";
import type { Answer, AnswerOptions } from "../shared/types.js";
import { lineReader } from "./answer.js";

/**
 * Reads an answer that was not streamed.
 *
 * @param response The parsed body, or its text or bytes, which keep every digit.
 * @throws ProviderError for what Ollama says is an error; ParseError for what is no JSON.
 */
export function fromResponse(response: unknown, options?: AnswerOptions): Answer {
  const answer = createAnswerBuilder({ provider: "ollama", options, parts: "by_kind" });
  lineReader(answer, "whole")(bodyOf(response));
  return answer.end();
}
