/** Reads a tool request once, so that what is decided on, shown and run is the same. */

import { type RequestedToolCall, ToolRequestMessage, ValidationError } from "@parlance/core";
import { duplicateCallIds, issuesAt } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";

/**
 * The request, frozen to its last level.
 *
 * @throws ValidationError for what is not a tool request; `duplicate_call_id` when an id stands for several calls, since nobody could tell
 * which of them a decision or a result is about.
 */
export function readRequest(message: ToolRequestMessage): ToolRequestMessage {
  const request = ToolRequestMessage.parse(message);
  const issues = issuesAt("/data", duplicateCallIds(request.data));
  if (issues.length > 0) throw new ValidationError(issues);
  return request;
}

/** The place of a call in its message, as warnings and issues name it. */
export function placeOf(at: number): string {
  return `/data/tool_calls/${at}`;
}

/** The request as if it asked for this call alone: what is checked then takes as long for one of thousands as for one. */
export function onlyFor(request: ToolRequestMessage, call: RequestedToolCall): ToolRequestMessage {
  const tool_calls = Object.freeze([call] as const);
  return replaceMembers(request, { data: replaceMembers(request.data, { tool_calls }) });
}

export function isPending({ approval }: RequestedToolCall): boolean {
  return approval.status === "pending";
}
