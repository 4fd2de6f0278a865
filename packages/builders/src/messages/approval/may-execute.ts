/** The one question that stands before the execution of a call. */

import type { RequestedToolCall } from "@parlance/core";
import * as core from "@parlance/core";
import { findCall } from "../find-call.js";
import { hashOf } from "./hash.js";
import { LETS_RUN } from "./status.js";
import { type ShownTool, toolHash } from "./tool-hash.js";

/**
 * Whether a call may run: it was approved, and it still is, to the last digit, what the approval was given for. False for
 * everything else, also for what is not a valid message. Never throws.
 *
 * @param definition The tool that would run, as it is defined now. An approval that names the tool which was shown (`tool_hash`) lets
 * no other one run, and none without its definition: what nobody gives, nobody can compare.
 *
 * Ask about a frozen message, as decoding and the factories give it, and run the arguments that stand there: of one that changes, or
 * whose accessors do, the answer says only what was read for it.
 *
 * The hash protects against approvals that end up beside other calls. It is not a signature: whoever can write the stored
 * message can write an approval.
 */
export function mayExecute(message: core.ToolRequestMessage, callId: string, definition?: ShownTool): boolean {
  try {
    // A copy, so that what is checked is what was read, whatever the message does when it is read again.
    const found = findCall(core.ToolRequestMessage.parse(message), callId, "");
    return "call" in found && isCleared(found.call) && isSameTool(found.call, definition);
  } catch {
    return false;
  }
}

function isCleared(call: RequestedToolCall): boolean {
  const { status, hash, call_id = call.id } = call.approval;
  return LETS_RUN.has(status) && call.defect === undefined && call_id === call.id && hash === hashOf(call);
}

/** Who decided without the definition, or elsewhere, may not have named the tool. */
function isSameTool({ approval }: RequestedToolCall, definition: ShownTool | undefined): boolean {
  const { tool_hash } = approval;
  return tool_hash === undefined || (definition !== undefined && tool_hash === toolHash(definition));
}
