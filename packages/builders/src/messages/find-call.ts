/** Finds the one call that an id stands for; an id that stands for several calls stands for none. */

import type { Issue, RequestedToolCall, ToolRequestMessage } from "@parlance/core";
import { issue } from "@parlance/core/internal";

/** The call with its index. */
export interface FoundCall {
  readonly call: RequestedToolCall;
  readonly at: number;
}

/**
 * The call of a request with an id, or what is wrong with the id.
 *
 * @param path The place that the issue names.
 */
export function findCall(request: ToolRequestMessage, callId: string, path: string): FoundCall | Issue {
  let found: FoundCall | undefined;
  let at = 0;
  for (const call of request.data.tool_calls) {
    if (call.id === callId && found !== undefined) return issue("duplicate_call_id", path, EXPECTED, "several calls");
    if (call.id === callId) found = { call, at };
    at++;
  }
  return found ?? issue("unknown_call", path, EXPECTED, "no such call");
}

const EXPECTED = "the id of one call of the request";
