/** What a model says in a message of an answer, or in a piece of one, from the wire. */

import type { ImagePart, JsonObject } from "@parlance/core";
import type { AnswerBuilder } from "../shared/answer/builder.js";
import { isWholeImage } from "../shared/answer/is-whole-image.js";
import { type Members, unreadMembersOf } from "../shared/answer/unread.js";
import type { MemberPath } from "../shared/answer/unread-members.js";
import { imagePart } from "./image-parts.js";
import { partTextOf } from "./part-text.js";
import { readObjects } from "./read-objects.js";

/** Text, reasoning, refusal, images and sound; calls are left. */
export function readSaid(message: Members, object: JsonObject, place: MemberPath, answer: AnswerBuilder): void {
  message.is("role", "assistant", "");
  answer.reasoning(reasoningOf(message, object));
  answer.text(message.text("content") ?? "");
  readObjects(message, "content", place, answer, (part, at) => readPart(part, [...place, "content", at], answer));
  answer.refusal(message.text("refusal") ?? "");
  readObjects(message, "images", place, answer, (image, at) => readImage(image, [...place, "images", at], answer));
  readAudio(message.members("audio"), [...place, "audio"], answer);
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
  if (said !== undefined) {
    answer[said.kind](said.text);
    answer.unread(place, members);
  } else if (!showsImage(part, place, answer)) answer.otherPart(part);
}

/** Images beside the content are what servers answer that make them. */
function readImage(image: JsonObject, place: MemberPath, answer: AnswerBuilder): void {
  if (showsImage(image, place, answer)) return;
  answer.unread(place, image);
  answer.report.add("image_dropped", "dropped", `/unread/${place.join("/")}`, NO_IMAGE);
}

const NO_IMAGE = "an image of a form that no part has: it is in unread alone";

function showsImage(given: JsonObject, place: MemberPath, answer: AnswerBuilder): boolean {
  const part = imagePart(given);
  if (part === undefined || !isWholeImage(part as unknown as ImagePart)) return false;
  answer.otherPart(part);
  const members = unreadMembersOf(given);
  members.skip("type", "image_url", "index");
  answer.unread(place, members);
  return true;
}

function readAudio(audio: Members | undefined, place: MemberPath, answer: AnswerBuilder): void {
  if (audio === undefined) return;
  const [id, transcript, data] = [audio.text("id"), audio.text("transcript"), audio.text("data")];
  const expires_at = audio.count("expires_at");
  if ([id, transcript, data, expires_at].every((member) => member === undefined)) return;
  answer.audio({ id, transcript, data, expires_at }, place);
}
