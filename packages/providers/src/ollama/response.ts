/** A whole answer of `/api/chat`, and the error in the place of one. */

import type { Surroundings } from "@parlance/builders";
import { isJsonObject } from "@parlance/core/internal";
import { createAnswerBuilder } from "../shared/answer/builder.js";
import { errorIn, typedErrorFacts } from "../shared/errors/failed-response.js";
import type { ProviderError } from "../shared/errors/provider-error.js";
import { bodyOf } from "../shared/framing/body.js";
import { refuseValue } from "../shared/import/values.js";
import type { Answer, AnswerOptions, FailedResponse } from "../shared/types.js";
import { lineReader } from "./answer.js";

/**
 * Reads an answer that was not streamed.
 *
 * @param response The parsed body, or its text or bytes, which keep every digit.
 * @throws ProviderError for what Ollama says is an error; ParseError for what is not JSON; ValidationError for an object that is no
 * answer.
 */
export function fromResponse(response: unknown, options?: AnswerOptions): Answer {
  const answer = createAnswerBuilder({ provider: "ollama", options, parts: "by_kind" });
  const body = bodyOf(response);
  lineReader(answer, "whole")(body);
  if (!isJsonObject(body.message)) refuseValue("missing_property", "/message", "a message");
  return answer.end();
}

/** The error to throw for an answer whose status is not a success, such as 404 or 503. Its body may be anything, also a proxy's page. */
export function errorFromResponse(response: FailedResponse, options?: Surroundings): ProviderError {
  return errorIn(response, "ollama", typedErrorFacts, options);
}
