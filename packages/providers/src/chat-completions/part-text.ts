/** Parts of content that are text of some kind, under the names that servers have for them. */

import type { JsonValue } from "@parlance/core";
import { isJsonObject } from "../shared/answer/json-object.js";
import { type Members, membersOf } from "../shared/answer/unread.js";

export interface PartText {
  readonly kind: "text" | "refusal" | "reasoning";
  readonly text: string;
}

/** Undefined for a part that is no text. */
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

/** Mistral's reasoning is a list of texts. */
function joinedTexts(part: Members): string | undefined {
  const list = part.any("thinking");
  if (!Array.isArray(list)) return undefined;
  const texts = list.map((item: JsonValue) => (isJsonObject(item) ? membersOf(item).text("text") : undefined));
  return texts.every((text) => text !== undefined) ? texts.join("") : undefined;
}
