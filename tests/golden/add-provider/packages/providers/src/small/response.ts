/** A whole answer, and the error in the place of one. */

import type { Surroundings } from "@parlance/builders";
import { createAnswerBuilder } from "../shared/answer/builder.js";
import { errorIn, typedErrorFacts } from "../shared/errors/failed-response.js";
import { bodyOf } from "../shared/framing/body.js";
import { refuseValue } from "../shared/import/values.js";
import type { ProviderError } from "../shared/errors/provider-error.js";
import type { Answer, AnswerOptions, FailedResponse } from "../shared/types.js";
import { readLine } from "./answer.js";

/**
 * Reads an answer that was not streamed.
 *
 * @throws ProviderError for what the provider says is an error; ParseError for what is not JSON; ValidationError for an object that is
 * no answer.
 */
export function fromResponse(response: unknown, options?: AnswerOptions): Answer {
  const answer = createAnswerBuilder({ provider: "small", options, parts: "by_kind" });
  const body = bodyOf(response);
  if (!readLine(body, answer)) refuseValue("missing_property", "/why", "why the answer ended");
  return answer.end();
}

/** The error to throw for an answer whose status is not a success. Its body may be anything, also a proxy's page. */
export function errorFromResponse(response: FailedResponse, options?: Surroundings): ProviderError {
  return errorIn(response, "small", typedErrorFacts, options);
}
