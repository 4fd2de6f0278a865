/** Streams of fragments for tests. */

import type { ToolCallDelta } from "@parlance/core";
import {
  createToolCallAccumulator,
  type FinishReason,
  type ToolCall,
  type ToolCallAccumulator,
  type ToolCallAccumulatorOptions,
} from "../../src/index.js";

/** An accumulator that has taken the fragments; ids that it makes are `made_1`, `made_2`. */
export function accumulate(
  deltas: readonly ToolCallDelta[],
  options: ToolCallAccumulatorOptions = {},
): ToolCallAccumulator {
  let made = 0;
  const accumulator = createToolCallAccumulator({ newId: () => `made_${++made}`, ...options });
  for (const delta of deltas) accumulator.add(delta);
  return accumulator;
}

/** The calls of a stream that ends for a reason. */
export function callsAtEnd(deltas: readonly ToolCallDelta[], reason: FinishReason | undefined): readonly ToolCall[] {
  return accumulate(deltas).finish(reason);
}

/** The calls of a stream that ends in order. */
export function callsOf(deltas: readonly ToolCallDelta[]): readonly ToolCall[] {
  return callsAtEnd(deltas, "tool_calls");
}

/** The fragments of one call: its id and name first, then its arguments in pieces. */
export function fragments(index: number, id: string, name: string, ...pieces: readonly string[]): ToolCallDelta[] {
  return [{ index, id, name }, ...pieces.map((piece) => ({ index, arguments_delta: piece }))];
}
