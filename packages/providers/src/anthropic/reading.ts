/** What whole and streamed answers have in common: the reason of the end, the counts of tokens, errors. */

import type { JsonObject } from "@parlance/core";
import type { AnswerBuilder, Counts } from "../shared/answer/builder.js";
import type { Members } from "../shared/answer/unread.js";
import { typedErrorFacts } from "../shared/errors/failed-response.js";
import { ProviderError } from "../shared/errors/provider-error.js";
import type { Answer, FinishReason } from "../shared/types.js";

const REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  tool_use: "tool_calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content_filter",
  pause_turn: "pause",
};

/** The members that a whole answer, the start and the end of a stream share; null is as if they were not there. */
export function readHead(answer: AnswerBuilder, members: Members): void {
  answer.meta({ response_id: members.text("id"), model: members.text("model") });
  members.skip("type", "role");
  readEnd(answer, members);
}

export function readEnd(answer: AnswerBuilder, members: Members): void {
  const reason = members.text("stop_reason");
  if (reason !== undefined)
    answer.finish(Object.hasOwn(REASONS, reason) ? (REASONS[reason] as FinishReason) : "unknown", reason);
  skipNull(members, "stop_sequence", "stop_details", "container", "context_management");
}

/** Takes members as read that are null; any other value stays unread. */
export function skipNull(members: Members, ...names: readonly string[]): void {
  for (const name of names) members.members(name);
}

/** Counts tokens over the parts of an answer: each count is of the whole so far, and one that is missing keeps its value. */
interface TokenCounter {
  read(usage: Members): Counts;
}

export function createTokenCounter(): TokenCounter {
  const counts: Record<string, number | undefined> = {};
  return {
    read: (usage) => {
      for (const name of COUNTS) counts[name] = usage.count(name) ?? counts[name];
      const details = usage.members("output_tokens_details");
      counts.thinking_tokens = details?.count("thinking_tokens") ?? counts.thinking_tokens;
      skipNull(usage, "server_tool_use", "service_tier", "cache_creation", "inference_geo");
      return usageOf(counts);
    },
  };
}

const COUNTS = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"] as const;

/** The provider counts what went through a cache beside the other input. */
function usageOf(counts: Readonly<Record<string, number | undefined>>): Counts {
  const { input_tokens, cache_creation_input_tokens: created, cache_read_input_tokens: cached } = counts;
  const total = input_tokens === undefined ? undefined : input_tokens + (created ?? 0) + (cached ?? 0);
  return {
    input_tokens: total,
    output_tokens: counts.output_tokens,
    reasoning_tokens: counts.thinking_tokens,
    cached_input_tokens: cached,
    cache_creation_input_tokens: created,
  };
}

/** The error that a body or an event is; undefined when it is not an error. */
export function errorOf(body: JsonObject, partial?: () => Answer): ProviderError | undefined {
  const { error } = body;
  if (body.type !== "error" && (error === undefined || error === null || Object.hasOwn(body, "content")))
    return undefined;
  return bodyError(body, partial);
}

/** A body, or an event, that is an error. */
export function bodyError(body: JsonObject, partial?: () => Answer): ProviderError {
  return new ProviderError({ ...typedErrorFacts(body), provider: "anthropic", details: body, partial: partial?.() });
}
