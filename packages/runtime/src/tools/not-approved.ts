/** Calls that may not run, by what was decided on them. */

import { ToolRequestMessage, type ToolResultMessage } from "@parlance/builders";
import type { RequestedToolCall } from "@parlance/core";
import type { ToolRegistry } from "./registry.js";
import { type Answered, endedResult, toolError } from "./result.js";

/** The result of a call that was approved for another tool of this name; undefined for every other. */
export function changedTool(
  answered: Answered,
  { id, name, approval }: RequestedToolCall,
  registry: ToolRegistry,
): ToolResultMessage | undefined {
  const tool = registry.get(name);
  const { request } = answered;
  if (tool === undefined || approval.tool_hash === undefined) return undefined;
  if (!ToolRequestMessage.mayExecute(request, id)) return undefined;
  return ToolRequestMessage.mayExecute(request, id, tool.definition)
    ? undefined
    : endedResult(answered, "denied", CHANGED);
}

const CHANGED = /* @__PURE__ */ toolError(
  "tool_changed",
  "The tool of this name is not the one that was approved: its description or its parameters have changed.",
  true,
);

/** The result of a call that may not run; undefined for one that may. */
export function notApproved(answered: Answered, { id, approval }: RequestedToolCall): ToolResultMessage | undefined {
  const { status, reason } = approval;
  if (status === "cancelled")
    return endedResult(answered, "cancelled", reason === undefined ? undefined : toolError("cancelled", reason, true));
  if (status === "denied")
    return endedResult(answered, "denied", reason === undefined ? undefined : toolError("denied", reason, true));
  if (status === "expired")
    return endedResult(answered, "denied", toolError("expired", reason ?? "Nobody decided.", true));
  if (ToolRequestMessage.mayExecute(answered.request, id)) return undefined;
  return endedResult(answered, "denied", toolError("approval_not_valid", "It was approved as another call.", true));
}
