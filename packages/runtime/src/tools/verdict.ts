/** Decisions on calls, and how they get into their message. */

import { type ToolDefinition, ToolRequestMessage } from "@parlance/builders";
import { type RequestedToolCall, ValidationError } from "@parlance/core";
import { replaceMembers } from "@parlance/core/json";
import { storedMessage } from "../shared/dirty.js";
import type { Operation } from "../shared/operation.js";
import { onlyFor, placeOf } from "./read-request.js";

/** What is decided on one call, and by whom or what. */
export interface Verdict {
  readonly call_id: string;
  readonly outcome: "approved" | "auto_approved" | "denied" | "expired" | "cancelled";
  readonly decided_by?: string | undefined;
  readonly reason?: string | undefined;
  /** The tool that was shown or looked at: the decision holds for no other one of its name. */
  readonly definition?: ToolDefinition | undefined;
}

/**
 * The request with all of these decisions, stored; itself when there are none.
 *
 * @throws ValidationError when one of them cannot be recorded, and none of them is then; what the caller's store throws.
 */
export async function withVerdicts(
  request: ToolRequestMessage,
  verdicts: readonly Verdict[],
  operation: Operation,
): Promise<ToolRequestMessage> {
  if (verdicts.length === 0) return request;
  const byCall = new Map(verdicts.map((verdict) => [verdict.call_id, verdict]));
  const tool_calls = request.data.tool_calls.map((call, at) => {
    const verdict = byCall.get(call.id);
    return verdict === undefined ? call : decidedCall(onlyFor(request, call), verdict, operation, placeOf(at));
  });
  const data = replaceMembers(request.data, {
    tool_calls: Object.freeze(tool_calls) as typeof request.data.tool_calls,
  });
  return storedMessage(ToolRequestMessage.parse(replaceMembers(request, { data })), operation);
}

/** @param path The place of the call in the whole request. */
function decidedCall(
  request: ToolRequestMessage,
  verdict: Verdict,
  operation: Operation,
  path: string,
): RequestedToolCall {
  try {
    return withVerdict(request, verdict, operation).data.tool_calls[0] as RequestedToolCall;
  } catch (error) {
    if (!ValidationError.isInstance(error)) throw error;
    throw new ValidationError(error.issues.map((one) => ({ ...one, path: one.path.replace(placeOf(0), path) })));
  }
}

function withVerdict(
  request: ToolRequestMessage,
  { call_id, outcome, decided_by = "", reason, definition }: Verdict,
  { now }: Operation,
): ToolRequestMessage {
  const said = { reason, definition, ...(now && { now }) };
  switch (outcome) {
    case "approved":
      return ToolRequestMessage.approve(request, call_id, { decided_by, ...said });
    case "auto_approved":
      return ToolRequestMessage.autoApprove(request, call_id, { rule: decided_by, ...said });
    case "denied":
      return ToolRequestMessage.deny(request, call_id, { decided_by, ...said });
    case "expired":
      return ToolRequestMessage.expire(request, call_id, said);
    case "cancelled":
      return ToolRequestMessage.cancel(request, call_id, said);
  }
}
