/** Tells of what a model showed or spoke: no message can have it, so that it stays unread. */

import type { JsonObject } from "@parlance/core";
import type { AnswerBuilder } from "./builder.js";
import type { MemberPath } from "./unread-members.js";

const MEDIA = [
  ["audio", "audio_dropped", "dropped", "a message has no sound: what was spoken is in unread alone"],
  ["images", "image_dropped", "dropped", "an answer has no images: what was shown is in unread alone"],
] as const;

/**
 * Once for each member, however many pieces it comes in.
 *
 * @param place Of the message in a whole answer.
 */
export function reportMedia(message: JsonObject, place: MemberPath, { report }: AnswerBuilder): void {
  for (const [name, code, action, reason] of MEDIA) {
    if (isEmpty(message, name)) continue;
    const path = `/unread/${place.join("/")}/${name}`;
    if (report.entries.every((entry) => entry.path !== path)) report.add(code, action, path, reason);
  }
}

function isEmpty(message: JsonObject, name: string): boolean {
  const value = Object.hasOwn(message, name) ? message[name] : undefined;
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}
