/** Reads what `/api/chat` answers: a whole answer and each line of a stream have the same members. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import type { AnswerBuilder } from "../shared/answer/builder.js";
import { isEmptyCall } from "../shared/answer/empty-call.js";
import { isWholeImage } from "../shared/answer/is-whole-image.js";
import type { Members } from "../shared/answer/unread.js";
import { errorStatus, typedErrorFacts } from "../shared/errors/failed-response.js";
import { ProviderError } from "../shared/errors/provider-error.js";
import { presentMembersOf } from "../shared/import/values.js";
import type { FinishReason } from "../shared/types.js";
import { argumentsSaid } from "./arguments-said.js";
import { importImage } from "./import-images.js";

/** Takes one object into the answer and tells whether it was the last. @throws ProviderError */
export type LineReader = (line: JsonObject) => boolean;

/** A reader of one whole answer, or of all lines of a streamed one. */
export function lineReader(answer: AnswerBuilder, form: "whole" | "lines"): LineReader {
  let listed = 0;
  let hasCalls = false;
  return (line) => {
    const members = presentMembersOf(line);
    const isLast = members.flag("done") ?? false;
    // Every line has its own; only that of the last is when the answer was made.
    if (form === "lines" && !isLast) members.skip("created_at");
    const { places, calls } = readMessage(members.object("message"), listed, answer);
    listed += places;
    hasCalls ||= calls > 0;
    readCounts(members, answer);
    refuseError(line, answer);
    const reason = members.text("done_reason");
    if (isLast && reason) answer.finish(finishReasonOf(reason, hasCalls), reason);
    else if (isLast) answer.close();
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
    status: errorStatus(status),
    details: error,
    partial: answer.partial(),
  });
}

/** How many places for calls a message has, and in how many of them one stands. */
interface CallCounts {
  readonly places: number;
  readonly calls: number;
}

/** Whatever is not an object is not a call and stays unread. */
function readMessage(object: JsonObject | undefined, listedBefore: number, answer: AnswerBuilder): CallCounts {
  if (object === undefined) return { places: 0, calls: 0 };
  const message = presentMembersOf(object);
  message.is("role", "assistant", "");
  answer.reasoning(message.text("thinking") ?? "");
  answer.text(message.text("content") ?? "");
  readImages(message.list("images") ?? [], answer);
  const listed = message.list("tool_calls") ?? [];
  let calls = 0;
  for (const [at, call] of listed.entries()) {
    const position = listedBefore + at;
    if (!isJsonObject(call)) answer.unread(["message", "tool_calls"], { [position]: call });
    else if (readCall(call, ["message", "tool_calls", position], answer)) calls++;
  }
  answer.unread(["message"], message);
  return { places: listed.length, calls };
}

const NO_BYTES = "its base64 is of no bytes";

/** What is not an image stays unread. */
function readImages(images: readonly JsonValue[], answer: AnswerBuilder): void {
  for (const [at, image] of images.entries()) {
    const path = `/message/images/${at}`;
    const part = importImage(image, path, answer.report);
    if (part !== undefined && isWholeImage(part)) answer.otherPart(part as unknown as JsonObject);
    else answer.unread(["message", "images"], { [at]: image });
    if (part !== undefined && !isWholeImage(part)) answer.report.add("image_dropped", "dropped", path, NO_BYTES);
  }
}

/**
 * Calls come whole, always; their `index` begins anew in some versions and says nothing.
 * @returns Whether it is a call: one whose members are all empty is none.
 */
function readCall(object: JsonObject, place: readonly (string | number)[], answer: AnswerBuilder): boolean {
  const members = presentMembersOf(object);
  const called = presentMembersOf(members.object("function") ?? {});
  called.skip("index");
  members.is("type", "function");
  const call = { id: members.any("id"), name: called.any("name"), arguments: called.any("arguments") };
  const isCall = !isEmptyCall({ ...call, arguments: argumentsSaid(call.arguments) });
  if (isCall) answer.toolCall({ ...call, arguments: call.arguments ?? {}, isComplete: true });
  answer.unread(place, members);
  answer.unread([...place, "function"], called);
  return isCall;
}

function readCounts(members: Members, answer: AnswerBuilder): void {
  answer.usage({ input_tokens: members.count("prompt_eval_count"), output_tokens: members.count("eval_count") });
  const model = members.text("model");
  if (model !== undefined) answer.meta({ model });
}

/** The server says `stop` after calls as well. */
function finishReasonOf(reason: string, hasCalls: boolean): FinishReason {
  if (reason === "length") return "length";
  if (hasCalls) return "tool_calls";
  return reason === "stop" ? "stop" : "unknown";
}
