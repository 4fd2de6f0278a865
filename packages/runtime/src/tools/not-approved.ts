/** Calls that may not run, by what was decided on them. */

import { ToolRequestMessage, type ToolResultMessage } from "@parlance/builders";
import type { RequestedToolCall } from "@parlance/core";
import { replaceMembers } from "@parlance/core/json";
import type { ToolRegistry } from "./registry.js";
import { type Answered, endedResult, toolError } from "./result.js";
import type { Tool } from "./tool.js";

/** The result of a call that was approved for another tool of this name; undefined for every other. */
export function changedTool(
  answered: Answered,
  { id, name, approval }: RequestedToolCall,
  registry: ToolRegistry,
): ToolResultMessage | undefined {
  const tool = registry.get(name);
  const { request } = answered;
  if (tool === undefined || approval.tool_hash === undefined) return undefined;
  if (ToolRequestMessage.mayExecute(request, id, tool.definition)) return undefined;
  return ToolRequestMessage.mayExecute(forAnyTool(request), id) ? endedResult(answered, "denied", CHANGED) : undefined;
}

/** The request as if its approvals named no tool. */
function forAnyTool({ data, ...request }: ToolRequestMessage): ToolRequestMessage {
  const calls = data.tool_calls.map((call) =>
    replaceMembers(call, { approval: replaceMembers(call.approval, { tool_hash: undefined }) }),
  );
  return { ...request, data: replaceMembers(data, { tool_calls: calls }) };
}

const CHANGED = /* @__PURE__ */ toolError(
  "tool_changed",
  "The tool of this name is not the one that was approved: its description or its parameters have changed.",
  true,
);

/** The result of a call that may not run with this tool; undefined for one that may. */
export function notApproved(
  answered: Answered,
  { id, approval }: RequestedToolCall,
  { definition }: Tool,
): ToolResultMessage | undefined {
  const { status, reason } = approval;
  if (status === "cancelled")
    return endedResult(answered, "cancelled", reason === undefined ? undefined : toolError("cancelled", reason, true));
  if (status === "denied")
    return endedResult(answered, "denied", reason === undefined ? undefined : toolError("denied", reason, true));
  if (status === "expired")
    return endedResult(answered, "denied", toolError("expired", reason ?? "Nobody decided.", true));
  if (ToolRequestMessage.mayExecute(answered.request, id, definition)) return undefined;
  return endedResult(answered, "denied", toolError("approval_not_valid", "It was approved as another call.", true));
}
