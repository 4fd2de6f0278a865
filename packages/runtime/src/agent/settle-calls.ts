/** Brings a request for tools to its end: decided, run, and one result for each call. */

import type { ToolRequestMessage } from "@parlance/core";
import type { AskForApproval } from "../tools/ask.js";
import { decideCalls } from "../tools/decide-calls.js";
import { executeCalls } from "../tools/execute-calls.js";
import type { TurnPlan } from "./agent-settings.js";
import type { TurnLog } from "./turn-log.js";

/**
 * Decisions and results are stored as they come. When the signal fires, what has not run is cancelled.
 *
 * @throws What the caller's own functions throw.
 */
export async function settleCalls(log: TurnLog, request: ToolRequestMessage, plan: TurnPlan): Promise<void> {
  const { settings, registry, context, ledger, signal } = plan;
  const decided = await decideCalls(request, { ...settings, ask: settings.ask ?? denyAll, registry, context, signal });
  log.replace(decided);
  const results = await executeCalls(decided, {
    ...settings,
    registry,
    context,
    ledger,
    signal,
    results: log.resultsOf(decided),
  });
  log.settle(results);
}

/** Calls of an answer that broke off do not run: nobody knows what else it would have said. */
export function cancelCalls(log: TurnLog, request: ToolRequestMessage, plan: TurnPlan): Promise<void> {
  return settleCalls(log, request, { ...plan, signal: AbortSignal.abort() });
}

const denyAll: AskForApproval = (calls) =>
  calls.map(({ call }) => ({
    call_id: call.id,
    decision: "deny",
    decided_by: "nobody_to_ask",
    reason: "nobody can be asked",
  }));
