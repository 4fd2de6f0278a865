/** What the statuses of approvals mean: for their calls, and for the message as a whole. */

import type { RequestedToolCall, ToolApprovalStatus, ToolRequestMessage } from "@parlance/core";

/** The decisions that let a call run. */
export const LETS_RUN: ReadonlySet<ToolApprovalStatus> = /* @__PURE__ */ new Set([
  "approved",
  "auto_approved",
] as const);

/** The status of the message: the one that all calls have; else `pending` while any call is; else `denied`. */
export function approvalStatus(message: ToolRequestMessage): ToolApprovalStatus {
  const statuses = new Set(message.data.tool_calls.map(({ approval }) => approval.status));
  const [first] = statuses;
  if (first !== undefined && statuses.size === 1) return first;
  return statuses.has("pending") ? "pending" : "denied";
}

/** The calls that nobody has decided on yet, in their order. */
export function undecidedCalls(message: ToolRequestMessage): readonly RequestedToolCall[] {
  return message.data.tool_calls.filter(({ approval }) => approval.status === "pending");
}
