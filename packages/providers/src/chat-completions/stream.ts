/** A streamed answer of the dialect. */

import type { JsonObject } from "@parlance/core";
import { type AnswerBuilder, createAnswerBuilder } from "../shared/answer/builder.js";
import { unreadMembersOf } from "../shared/answer/unread.js";
import { answerStream } from "../shared/framing/answer-stream.js";
import type { AnswerOptions, AnswerStream, StreamSource } from "../shared/types.js";
import { answerChoices, choiceIndex } from "./answer-choices.js";
import type { Dialect } from "./dialect.js";
import { leaveChoice, readPiece, reportChoice } from "./read-choice.js";
import { assertNoError } from "./read-error.js";
import { readObjects } from "./read-objects.js";
import { readEnvelope } from "./response.js";

/** @throws ProviderError with what had arrived before, while iterating; ParseError for an event that is not a JSON object. */
export function fromStream({ provider }: Dialect, source: StreamSource, options?: AnswerOptions): AnswerStream {
  const answer = createAnswerBuilder({ provider, options, parts: "by_kind" });
  return answerStream({ source, framing: "sse", answer, take: eventReader(answer) });
}

/** Reads one event after the other. */
function eventReader(answer: AnswerBuilder): (event: JsonObject, name: string | undefined) => boolean {
  const choices = answerChoices(0);
  const others = new Set<number>();
  // An event never says that it is the last one.
  return (event, name) => {
    const isNamedSo = name === "error" && (event.error ?? null) === null;
    const refuseError = () =>
      assertNoError(isNamedSo ? { error: event } : event, answer.provider, () => answer.partial());
    // An error may stand beside the last words that were said before it.
    if (!Array.isArray(event.choices)) refuseError();
    const chunk = unreadMembersOf(event);
    readObjects(chunk, "choices", [], answer, (choice, at) => {
      if (choices.has(choice, at)) return readPiece(choice, at, answer);
      const index = choiceIndex(choice) ?? at;
      leaveChoice(choice, index, answer);
      if (!others.has(index)) reportChoice(index, answer);
      others.add(index);
    });
    readEnvelope(chunk, answer);
    answer.unread([], chunk);
    refuseError();
    return false;
  };
}
