/** A whole answer of the dialect. */

import { type JsonValue, ValidationError } from "@parlance/core";
import { type AnswerBuilder, createAnswerBuilder } from "../shared/answer/builder.js";
import { isJsonObject } from "../shared/answer/json-object.js";
import { type Members, membersOf } from "../shared/answer/unread.js";
import { bodyOf } from "../shared/framing/body.js";
import type { Answer, AnswerOptions } from "../shared/types.js";
import type { Dialect } from "./dialect.js";
import { leaveChoice, readChoice, reportChoice } from "./read-choice.js";
import { assertNoError } from "./read-error.js";
import { readObjects } from "./read-objects.js";
import { readUsage } from "./read-usage.js";

/**
 * @throws ProviderError for what the provider says is an error; ParseError for what is no JSON object; ValidationError for an object
 * that is no answer.
 */
export function fromResponse({ provider }: Dialect, response: unknown, options?: AnswerOptions): Answer {
  const object = bodyOf(response);
  assertNoError(object, provider);
  const answer = createAnswerBuilder({ provider, options, parts: "by_kind" });
  if (!Array.isArray(object.choices)) throw new ValidationError([NO_CHOICES]);
  const body = membersOf(object);
  readEnvelope(body, answer);
  const first = firstOf(object.choices);
  readObjects(body, "choices", [], answer, (choice, at) => {
    if (at === first) return readChoice(choice, answer);
    leaveChoice(choice, at, answer);
    reportChoice(at, answer);
  });
  answer.unread([], body);
  return answer.end();
}

/** Choices need not stand in their order, nor say it. */
function firstOf(choices: readonly JsonValue[]): number {
  const first = choices.findIndex((choice) => isJsonObject(choice) && choice.index === 0);
  return first >= 0 ? first : choices.findIndex(isJsonObject);
}

/** What stands beside the choices, in an answer and in every event of a stream. */
export function readEnvelope(body: Members, answer: AnswerBuilder): void {
  body.skip("object", "obfuscation");
  answer.meta({ response_id: body.text("id"), model: body.text("model") });
  const usage = body.members("usage");
  if (usage !== undefined) answer.usage(readUsage(usage));
}

const NO_CHOICES = {
  code: "missing_property",
  path: "/choices",
  keyword: "required",
  expected: "a list of choices",
  found: "nothing",
};
