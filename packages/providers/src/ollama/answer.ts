/** Reads what `/api/chat` answers: a whole answer and each line of a stream have the same members. */

import type { JsonObject, JsonValue } from "@parlance/core";
import type { AnswerBuilder } from "../shared/answer/builder.js";
import { isJsonObject } from "../shared/answer/json-object.js";
import type { Members } from "../shared/answer/unread.js";
import { typedErrorFacts } from "../shared/failed-response.js";
import { presentMembersOf } from "../shared/importing.js";
import { ProviderError } from "../shared/provider-error.js";
import type { FinishReason } from "../shared/types.js";

/** Takes one object into the answer and tells whether it was the last. @throws ProviderError */
export type LineReader = (line: JsonObject) => boolean;

/** A reader of one whole answer, or of all lines of a streamed one. */
export function lineReader(answer: AnswerBuilder, form: "whole" | "lines"): LineReader {
  let calls = 0;
  return (line) => {
    const members = presentMembersOf(line);
    const isLast = members.flag("done") ?? false;
    // Every line has its own; only that of the last is when the answer was made.
    if (form === "lines" && !isLast) members.skip("created_at");
    calls += readMessage(members.object("message"), calls, answer);
    readCounts(members, answer);
    refuseError(line, answer);
    const reason = members.text("done_reason");
    if (isLast) answer.finish(finishReasonOf(reason, calls > 0), reason);
    answer.unread([], members);
    return isLast;
  };
}

/** An error comes in the place of an answer, in the middle of a stream too, whatever the status of HTTP was. */
function refuseError({ error, status }: JsonObject, answer: AnswerBuilder): void {
  if (error === undefined || error === null) return;
  throw new ProviderError({
    ...typedErrorFacts({ error }),
    provider: "ollama",
    status: typeof status === "number" ? status : undefined,
    details: error,
    partial: answer.partial(),
  });
}

/** The number of calls. */
function readMessage(object: JsonObject | undefined, callsBefore: number, answer: AnswerBuilder): number {
  if (object === undefined) return 0;
  const message = presentMembersOf(object);
  message.skip("role");
  answer.reasoning(message.text("thinking") ?? "");
  answer.text(message.text("content") ?? "");
  const calls = message.list("tool_calls") ?? [];
  calls.forEach((call, at) => {
    readCall(call, ["message", "tool_calls", callsBefore + at], answer);
  });
  answer.unread(["message"], message);
  return calls.length;
}

/** Calls come whole, always; their `index` begins anew in some versions and says nothing. */
function readCall(call: JsonValue, place: readonly (string | number)[], answer: AnswerBuilder): void {
  const members = presentMembersOf(isJsonObject(call) ? call : { call });
  const called = presentMembersOf(members.object("function") ?? {});
  called.skip("index");
  members.skip("type");
  answer.toolCall({
    id: members.any("id"),
    name: called.any("name"),
    arguments: called.any("arguments") ?? {},
    isComplete: true,
  });
  answer.unread(place, members);
  answer.unread([...place, "function"], called);
}

function readCounts(members: Members, answer: AnswerBuilder): void {
  const input_tokens = members.count("prompt_eval_count");
  const output_tokens = members.count("eval_count");
  if (input_tokens !== undefined || output_tokens !== undefined)
    answer.usage({
      ...(input_tokens !== undefined && { input_tokens }),
      ...(output_tokens !== undefined && { output_tokens }),
    });
  const model = members.text("model");
  if (model !== undefined) answer.meta({ model });
}

/** The server says `stop` after calls as well, and in older versions nothing at all. */
function finishReasonOf(reason: string | undefined, hasCalls: boolean): FinishReason {
  if (reason === "length") return "length";
  if (hasCalls) return "tool_calls";
  return reason === "stop" ? "stop" : "unknown";
}
