/** Parts of content that are text of some kind, under the names that servers have for them. */

import type { JsonObject } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import type { Members } from "../shared/answer/unread.js";
import { presentMembersOf } from "../shared/import/values.js";

export interface PartText {
  readonly kind: "text" | "refusal" | "reasoning";
  readonly text: string;
}

/** Undefined for a part that is not text. */
export function partTextOf(part: Members): PartText | undefined {
  const [kind, text] = kindAndText(part);
  return kind === undefined || text === undefined ? undefined : { kind, text };
}

function kindAndText(part: Members): readonly [PartText["kind"] | undefined, string | undefined] {
  switch (part.text("type")) {
    case "text":
    case "input_text":
    case "output_text":
      return ["text", part.text("text")];
    case "refusal":
      return ["refusal", part.text("refusal")];
    case "thinking":
      return ["reasoning", part.text("thinking") ?? joinedTexts(part)];
    default:
      return [undefined, undefined];
  }
}

/** Mistral's reasoning is a list of texts. One that says anything else, such as what it refers to, is left as it is. */
function joinedTexts(part: Members): string | undefined {
  const texts = part.list("thinking")?.map((item) => (isJsonObject(item) ? textAlone(item) : undefined));
  return texts?.every((text) => text !== undefined) === true ? texts.join("") : undefined;
}

function textAlone(item: JsonObject): string | undefined {
  const members = presentMembersOf(item);
  const text = members.text("text");
  members.is("type", "text");
  return members.rest() === undefined ? text : undefined;
}
