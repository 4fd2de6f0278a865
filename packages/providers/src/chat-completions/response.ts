/** A whole answer of the dialect. */

import type { Surroundings } from "@parlance/builders";
import { type AnswerBuilder, createAnswerBuilder } from "../shared/answer/builder.js";
import { type Members, unreadMembersOf } from "../shared/answer/unread.js";
import { errorIn } from "../shared/errors/failed-response.js";
import type { ProviderError } from "../shared/errors/provider-error.js";
import { bodyOf } from "../shared/framing/body.js";
import { refuseValue } from "../shared/import/values.js";
import type { Answer, AnswerOptions, FailedResponse } from "../shared/types.js";
import { answerChoices, answerIndex } from "./answer-choices.js";
import type { Dialect } from "./dialect.js";
import { leaveChoice, readChoice, reportChoice } from "./read-choice.js";
import { assertNoError, errorFacts } from "./read-error.js";
import { readObjects } from "./read-objects.js";
import { readUsage } from "./read-usage.js";

/**
 * @throws ProviderError for what the provider says is an error; ParseError for what is not a JSON object; ValidationError for an object
 * that is not an answer.
 */
export function fromResponse({ provider }: Dialect, response: unknown, options?: AnswerOptions): Answer {
  const object = bodyOf(response);
  const answer = createAnswerBuilder({ provider, options, parts: "by_kind" });
  if (!Array.isArray(object.choices)) {
    assertNoError(object, provider);
    refuseValue("missing_property", "/choices", "a list of choices");
  }
  const body = unreadMembersOf(object);
  readEnvelope(body, answer);
  const choices = answerChoices(answerIndex(object.choices));
  readObjects(body, "choices", [], answer, (choice, at) => {
    if (choices.has(choice, at)) return readChoice(choice, at, answer);
    leaveChoice(choice, at, answer);
    reportChoice(at, answer);
  });
  answer.unread([], body);
  assertNoError(object, provider, () => answer.partial());
  return answer.end();
}

/** The error in an answer whose status is not a success. */
export function errorFromResponse(
  { provider }: Dialect,
  response: FailedResponse,
  options?: Surroundings,
): ProviderError {
  return errorIn(response, provider, errorFacts, options);
}

/** What stands beside the choices, in an answer and in every event of a stream. */
export function readEnvelope(body: Members, answer: AnswerBuilder): void {
  body.skip("object", "obfuscation", "error");
  answer.meta({ response_id: body.text("id"), model: body.text("model") });
  const usage = body.members("usage");
  if (usage !== undefined) answer.usage(readUsage(usage));
}
