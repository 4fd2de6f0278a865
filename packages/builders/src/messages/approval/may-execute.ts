/** The one question that stands before the execution of a call. */

import type { RequestedToolCall } from "@parlance/core";
import * as core from "@parlance/core";
import { findCall } from "../find-call.js";
import { hashOf } from "./hash.js";
import { LETS_RUN } from "./status.js";

/**
 * Whether a call may run: it was approved, and it still is, to the last digit, what the approval was given for. False for
 * everything else, also for what is no valid message. Never throws.
 *
 * Ask about a frozen message, as decoding and the factories give it, and run the arguments that stand there: of one that changes, or
 * whose accessors do, the answer says only what was read for it.
 *
 * The hash protects against approvals that end up beside other calls. It is no signature: whoever can write the stored
 * message can write an approval.
 */
export function mayExecute(message: core.ToolRequestMessage, callId: string): boolean {
  try {
    // A copy, so that what is checked is what was read, whatever the message does when it is read again.
    const found = findCall(core.ToolRequestMessage.parse(message), callId, "");
    return "call" in found && isCleared(found.call);
  } catch {
    return false;
  }
}

function isCleared(call: RequestedToolCall): boolean {
  const { status, hash } = call.approval;
  return LETS_RUN.has(status) && call.defect === undefined && hash !== undefined && hash === hashOf(call);
}
