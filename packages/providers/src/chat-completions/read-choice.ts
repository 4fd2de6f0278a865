/** One choice of an answer, whole or in pieces, from the wire. */

import type { JsonObject } from "@parlance/core";
import type { AnswerBuilder } from "../shared/answer/builder.js";
import { isJsonObject } from "../shared/answer/json-object.js";
import { membersOf } from "../shared/answer/unread.js";
import { type RawCall, readCalls } from "./read-calls.js";
import { assertNoError } from "./read-error.js";
import { finishReason } from "./read-finish.js";
import { readSaid } from "./read-said.js";

/** Where the choice that is read stands in a whole answer. */
const CHOICE = ["choices", 0] as const;
const MESSAGE = [...CHOICE, "message"] as const;

/** The choice of a whole answer. */
export function readChoice(choice: JsonObject, answer: AnswerBuilder): void {
  // Without a reason why it ended it is whole all the same.
  const isComplete = typeof choice.finish_reason !== "string" || choice.finish_reason === "";
  readWith(choice, "message", answer, ({ id, name, arguments: text }) =>
    answer.toolCall({ id, name, arguments: text, isComplete }),
  );
}

/** A piece of the choice; all of it from servers that do not stream. Some servers leave out the index of a call that comes in one piece. */
export function readPiece(choice: JsonObject, answer: AnswerBuilder): void {
  const name = isJsonObject(choice.delta) ? "delta" : "message";
  readWith(choice, name, answer, ({ index, id, name, arguments: text }, at) =>
    answer.toolCallDelta({ index: index ?? at, id, name, arguments_delta: text }),
  );
}

function readWith(
  choice: JsonObject,
  name: "message" | "delta",
  answer: AnswerBuilder,
  takeCall: (call: RawCall, at: number) => void,
): void {
  const members = membersOf(choice);
  const object = members.object(name);
  if (object !== undefined) {
    const message = membersOf(object);
    readSaid(message, object, MESSAGE, answer);
    readCalls(message, MESSAGE, answer, takeCall);
    answer.unread(MESSAGE, message);
  }
  const word = members.text("finish_reason");
  if (word !== undefined && word !== "") answer.finish(finishReason(word), word);
  members.skip("index", "obfuscation");
  answer.unread(CHOICE, members);
  assertNoError(choice, answer.provider, () => answer.partial());
}

/** A choice that was not asked for: an answer says one thing. It stays unread. */
export function leaveChoice(choice: JsonObject, at: number, answer: AnswerBuilder): void {
  answer.unread(["choices", at], choice);
}

export function reportChoice(at: number, answer: AnswerBuilder): void {
  answer.report.add("choice_dropped", "dropped", `/choices/${at}`, "an answer is the first of several choices");
}
