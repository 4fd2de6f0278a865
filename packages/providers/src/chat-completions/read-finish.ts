/** Why an answer ended, from the wire. */

import type { FinishReason } from "../shared/types.js";

const REASONS: ReadonlyMap<string, FinishReason> = new Map<string, FinishReason>([
  ["stop", "stop"],
  ["length", "length"],
  ["tool_calls", "tool_calls"],
  ["function_call", "tool_calls"],
  ["content_filter", "content_filter"],
  // Words of other servers of the dialect.
  ["eos", "stop"],
  ["eos_token", "stop"],
  ["stop_sequence", "stop"],
  ["end_turn", "stop"],
  ["tool_use", "tool_calls"],
  ["max_tokens", "length"],
  ["model_length", "length"],
]);

export function finishReason(word: string): FinishReason {
  return REASONS.get(word) ?? "unknown";
}
