/** What a model says in a message of an answer, or in a piece of one, from the wire. */

import type { JsonObject } from "@parlance/core";
import type { AnswerBuilder } from "../shared/answer/builder.js";
import { type Members, unreadMembersOf } from "../shared/answer/unread.js";
import { reportMedia } from "../shared/answer/unread-media.js";
import type { MemberPath } from "../shared/answer/unread-members.js";
import { partTextOf } from "./part-text.js";
import { readObjects } from "./read-objects.js";

/** Text, reasoning and refusal; calls are left. */
export function readSaid(message: Members, object: JsonObject, place: MemberPath, answer: AnswerBuilder): void {
  message.is("role", "assistant", "");
  answer.reasoning(reasoningOf(message, object));
  answer.text(message.text("content") ?? "");
  readObjects(message, "content", place, answer, (part, at) => readPart(part, [...place, "content", at], answer));
  answer.refusal(message.text("refusal") ?? "");
  reportMedia(object, place, answer);
}

/** One text under either of two names, of which the newer one counts; some servers say it under both. */
function reasoningOf(message: Members, object: JsonObject): string {
  const text = message.text("reasoning");
  if (text === undefined || text === "") return message.text("reasoning_content") ?? "";
  if (object.reasoning_content === text) message.skip("reasoning_content");
  return text;
}

/** Content in parts is what some other servers of the dialect answer. */
function readPart(part: JsonObject, place: MemberPath, answer: AnswerBuilder): void {
  const members = unreadMembersOf(part);
  const said = partTextOf(members);
  if (said === undefined) {
    answer.otherPart(part);
    return;
  }
  answer[said.kind](said.text);
  answer.unread(place, members);
}
