/** Lists of objects, from the wire. */

import type { JsonObject } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import type { AnswerBuilder } from "../shared/answer/builder.js";
import type { Members } from "../shared/answer/unread.js";
import type { MemberPath } from "../shared/answer/unread-members.js";

/** Reads the objects of a list; whatever else is in it stays unread. */
export function readObjects(
  members: Members,
  name: string,
  place: MemberPath,
  answer: AnswerBuilder,
  read: (object: JsonObject, at: number) => void,
): void {
  for (const [at, item] of (members.list(name) ?? []).entries()) {
    if (isJsonObject(item)) read(item, at);
    else answer.unread([...place, name], { [at]: item });
  }
}
