/** Reads what the provider answers: a whole answer and each line of a stream have the same members. */

import type { JsonObject } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import type { AnswerBuilder } from "../shared/answer/builder.js";
import { unreadMembersOf } from "../shared/answer/unread.js";
import { typedErrorFacts } from "../shared/errors/failed-response.js";
import { ProviderError } from "../shared/errors/provider-error.js";
import type { FinishReason } from "../shared/types.js";

/** Takes one object into the answer, and says whether it was the last. @throws ProviderError */
export function readLine(line: JsonObject, answer: AnswerBuilder): boolean {
  const members = unreadMembersOf(line);
  answer.text(members.text("text") ?? "");
  for (const call of members.list("calls") ?? []) {
    const { id, name, input, ...rest } = isJsonObject(call) ? call : { call };
    answer.toolCall({ id, name, arguments: input ?? {}, isComplete: true });
    answer.unread(["calls"], Object.keys(rest).length === 0 ? undefined : Object.freeze(rest));
  }
  readUsage(members.object("used") ?? {}, answer);
  const { error } = line;
  if (error !== undefined)
    throw new ProviderError({
      ...typedErrorFacts({ error }),
      provider: "small",
      details: error,
      partial: answer.partial(),
    });
  const why = members.text("why");
  if (why !== undefined) answer.finish(REASONS[why] ?? "unknown", why);
  answer.unread([], members);
  return why !== undefined;
}

const REASONS: { readonly [word: string]: FinishReason | undefined } = {
  end: "stop",
  limit: "length",
  calls: "tool_calls",
};

function readUsage(given: JsonObject, answer: AnswerBuilder): void {
  const used = unreadMembersOf(given);
  const input_tokens = used.count("in");
  const output_tokens = used.count("out");
  if (input_tokens !== undefined) answer.usage({ input_tokens });
  if (output_tokens !== undefined) answer.usage({ output_tokens });
  answer.unread(["used"], used);
}
