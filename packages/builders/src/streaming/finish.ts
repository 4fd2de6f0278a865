/** The end of a stream: what has come becomes the calls of the answer. */

import { ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { ToolCall } from "../chat/tool-call.js";
import type { GrowingCall } from "./growing-call.js";
import type { GrowingCalls } from "./growing-calls.js";

/** Why a stream ended; whoever reads a provider's stream translates its own words to these. */
export type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "error";

/** Stands for the name of a call that was cut off before it had one; the contract has no call without a name. */
const UNNAMED = "unnamed_tool";

/**
 * @param reason Undefined for a stream that broke.
 * @throws ValidationError with the code `duplicate_call_id` when `newId` makes nothing but ids that are taken.
 */
export function finishedCalls(
  calls: GrowingCalls,
  reason: FinishReason | undefined,
  newId: () => string,
): readonly ToolCall[] {
  const isCutOff = reason !== "stop" && reason !== "tool_calls";
  const ids = idsOf(calls.list, newId);
  const finished = calls.list.map((call, at) =>
    finishedCall(call, ids[at] as string, isCutOff && mayLack(call, calls)),
  );
  return Object.freeze(finished);
}

/** An id for each call: the provider's own for the first call that has it, and a new one for every other call. */
function idsOf(calls: readonly GrowingCall[], newId: () => string): readonly string[] {
  const taken = new Set<string>();
  const own = calls.map(({ id }) => {
    const isNew = id !== undefined && !taken.has(id);
    if (isNew) taken.add(id);
    return isNew ? id : undefined;
  });
  return own.map((id, at) => id ?? freeId(taken, newId, at));
}

/** One that counts meets at most each id that is taken. */
function freeId(taken: Set<string>, newId: () => string, at: number): string {
  for (let left = taken.size; left >= 0; left--) {
    const id = newId();
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
  throw new ValidationError([issue("duplicate_call_id", `/${at}/id`, "an id of its own", "an earlier id")]);
}

function finishedCall({ name, text }: GrowingCall, id: string, isTruncated: boolean): ToolCall {
  if (name === undefined) return ToolCall.truncated(id, UNNAMED, text);
  return isTruncated ? ToolCall.truncated(id, name, text) : ToolCall.fromText(id, name, text);
}

/** Whether a call of a stream that was cut off may lack its end. Without any arguments it may lack all of them. */
function mayLack(call: GrowingCall, calls: GrowingCalls): boolean {
  return calls.isOpen(call) || call.text.trim() === "";
}
