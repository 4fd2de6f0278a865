/** The answer of a model that a message is a part of: how it is given to factories, and what is told of it. */

import type { Answer } from "@parlance/core";
import { type Fact, shownId } from "../shared/describe.js";

/** What a message says of the answer that it is a part of. */
export interface PartOfAnswer {
  /** Its id is the same on all messages of the answer; what else is known of it belongs to the last of them. Copied. */
  readonly answer?: Answer | undefined;
}

/** `answer msg_1`, and the model where it is known. */
export function answerFacts(answer: Answer | undefined): readonly Fact[] {
  if (answer === undefined) return [];
  const { id, model } = answer;
  return [`answer ${shownId(id)}`, model !== undefined && shownId(model)];
}
