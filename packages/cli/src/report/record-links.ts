/** What a message belongs to: its conversation, the message before it, and the answer of a model that it is a part of. */

import type { Message, Usage } from "@parlance/core";
import { fieldAt } from "@parlance/core/internal";
import { groupedCount } from "../terminal/quantity.js";
import { unknownName } from "./verdict.js";

/** Ids and names as they may be shown; absent where the record says none. */
export interface RecordLinks {
  readonly conversation_id?: string;
  readonly parent_id?: string;
  readonly answer?: { readonly id: string; readonly model?: string; readonly usage?: Usage };
}

const NO_LINKS: RecordLinks = {};

export function linksOf(message: Message): RecordLinks {
  if (message.type === "unknown") return NO_LINKS;
  const { conversation_id, parent_id } = message;
  return {
    ...(conversation_id === undefined ? {} : { conversation_id: unknownName(conversation_id) }),
    ...(parent_id === undefined ? {} : { parent_id: unknownName(parent_id) }),
    ...answerOf(message),
  };
}

/** Of any type that says which answer it is a part of. */
function answerOf(message: Message): Pick<RecordLinks, "answer"> {
  const id = fieldAt(message, ["data", "answer", "id"]);
  if (typeof id !== "string") return {};
  const model = fieldAt(message, ["data", "answer", "model"]);
  const usage = fieldAt(message, ["data", "answer", "usage"]) as Usage | undefined;
  return {
    answer: {
      id: unknownName(id),
      ...(typeof model === "string" ? { model: unknownName(model) } : {}),
      ...(usage === undefined ? {} : { usage: countsOf(usage) }),
    },
  };
}

const COUNTED: readonly (readonly [keyof Usage, noun: string])[] = [
  ["input_tokens", "input token"],
  ["output_tokens", "output token"],
  ["reasoning_tokens", "reasoning token"],
  ["cached_input_tokens", "cached input token"],
  ["cache_creation_input_tokens", "newly cached input token"],
];

/** The counts alone: what else a record holds beside them may be anything. */
function countsOf(usage: Usage): Usage {
  return Object.fromEntries(COUNTED.flatMap(([name]) => (usage[name] === undefined ? [] : [[name, usage[name]]])));
}

/** One line for where the message stands, and one for its answer, where there is something to say. */
export function linkLines({ conversation_id, parent_id, answer }: RecordLinks): readonly string[] {
  const place = [
    ...(conversation_id === undefined ? [] : [`conversation ${conversation_id}`]),
    ...(parent_id === undefined ? [] : [`after ${parent_id}`]),
  ];
  return [place, answer === undefined ? [] : answerWords(answer)]
    .filter((words) => words.length > 0)
    .map((words) => words.join(", "));
}

function answerWords({ id, model, usage = {} }: NonNullable<RecordLinks["answer"]>): readonly string[] {
  const counts = COUNTED.flatMap(([name, noun]) => {
    const count = usage[name];
    return count === undefined ? [] : [groupedCount(count, noun)];
  });
  return [`answer ${id}`, ...(model === undefined ? [] : [`model ${model}`]), ...counts];
}
