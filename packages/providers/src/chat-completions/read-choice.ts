/** One choice of an answer, whole or in pieces, from the wire. */

import type { JsonObject } from "@parlance/core";
import type { AnswerBuilder } from "../shared/answer/builder.js";
import { unreadMembersOf } from "../shared/answer/unread.js";
import { choiceIndex, choiceMessage } from "./answer-choices.js";
import { type RawCall, readCalls } from "./read-calls.js";
import { assertNoError } from "./read-error.js";
import { finishReason } from "./read-finish.js";
import { readSaid } from "./read-said.js";

/** A choice of a whole answer. @param at Its position. */
export function readChoice(choice: JsonObject, at: number, answer: AnswerBuilder): void {
  // Without a reason why it ended it is whole all the same.
  const isComplete = typeof choice.finish_reason !== "string" || choice.finish_reason === "";
  readWith(choice, { name: "message", at }, answer, ({ id, name, arguments: args, isCustom }, position) => {
    answer.toolCall({ id, name, arguments: args, isCustom, isComplete });
    return position;
  });
}

/** A piece of a choice; all of it from servers that do not stream. Some servers leave out the index of a call that comes in one piece. */
export function readPiece(choice: JsonObject, at: number, answer: AnswerBuilder): void {
  const place = { name: choiceMessage(choice), at };
  readWith(choice, place, answer, ({ index, id, name, arguments: arguments_delta, isCustom }, position) =>
    answer.toolCallDelta({ index: index ?? position, id, name, arguments_delta, isCustom }),
  );
}

interface ChoicePlace {
  /** Of the member with what is said. */
  readonly name: "message" | "delta";
  /** The position in the list of choices. */
  readonly at: number;
}

// Calls are taken member by member: the rest of an object would cost a third of the work on a stream of calls.
function readWith(
  choice: JsonObject,
  { name, at }: ChoicePlace,
  answer: AnswerBuilder,
  takeCall: (call: RawCall, at: number) => number,
): void {
  // The answer is the first one of a whole body, wherever it stands; a choice without an index has nothing but its position.
  const place = ["choices", choiceIndex(choice) === undefined ? at : 0];
  const said = [...place, "message"];
  const members = unreadMembersOf(choice);
  const object = members.object(name);
  if (object !== undefined) {
    const message = unreadMembersOf(object);
    readSaid(message, object, said, answer);
    readCalls(message, said, answer, takeCall);
    answer.unread(said, message);
  }
  const word = members.text("finish_reason");
  if (word !== undefined && word !== "") answer.finish(finishReason(word), word);
  members.skip("index", "obfuscation");
  answer.unread(place, members);
  assertNoError(choice, answer.provider, () => answer.partial());
}

/** A choice that was not asked for: an answer says one thing. It stays unread. */
export function leaveChoice(choice: JsonObject, at: number, answer: AnswerBuilder): void {
  answer.unread(["choices", at], choice);
}

export function reportChoice(at: number, answer: AnswerBuilder): void {
  answer.report.add("choice_dropped", "dropped", `/choices/${at}`, "an answer is the first of several choices");
}
